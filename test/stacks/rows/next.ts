import { bin, places, type Stack } from "../stack.js";

const routeFor = (runtime: string): string => `import { runAgent } from "../../src/agent";

export const runtime = "${runtime}";
export const dynamic = "force-dynamic";

export async function GET(): Promise<Response> {
  return new Response("agent: " + (await runAgent(process.env["MODEL_URL"] ?? "")));
}
`;

const files = {
  "app/layout.tsx": `export default function Layout({ children }: { children: React.ReactNode }) {
  return <html lang="en"><body>{children}</body></html>;
}
`,
  "app/page.tsx": "export default function Page() {\n  return <p>Hello</p>;\n}\n",
  "app/node/route.ts": routeFor("nodejs"),
  "app/edge/route.ts": routeFor("edge"),
};

/** The tsconfig.json that `create-next-app` writes. */
const compilerOptions = {
  ...{
    target: "ES2017",
    lib: ["dom", "dom.iterable", "esnext"],
    allowJs: true,
    skipLibCheck: true,
    strict: true,
  },
  ...{ noEmit: true, esModuleInterop: true, module: "esnext", moduleResolution: "bundler" },
  ...{ resolveJsonModule: true, isolatedModules: true, jsx: "preserve", incremental: true },
};

/**
 * One stack for each bundler of Next.js. Each stack serves one route on Node and one route on the edge
 * runtime.
 */
export const nextStacks: readonly Stack[] = ["turbopack", "webpack"].map((bundler) => ({
  title: `Next.js, ${bundler}, node and edge route`,
  shows: ["next"],
  dependencies: {
    ...{ next: "16.4.6", react: "19.3.1", "react-dom": "19.3.1", typescript: "5.9.3" },
    ...{ "@types/react": "19.2.0", "@types/node": "22.19.0" },
  },
  manifest: { type: undefined },
  compilerOptions,
  files,
  steps: [
    { run: bin("next/dist/bin/next", "build", `--${bundler}`), env: { NEXT_TELEMETRY_DISABLED: "1" } },
    { serve: bin("next/dist/bin/next", "start", "-p", places.port), paths: ["/node", "/edge"] },
  ],
}));
