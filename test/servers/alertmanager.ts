import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { answers, freePort, startDaemon } from "./daemon.js";
import type { Results, Step } from "./lifecycle.js";
import { unpack } from "./packages.js";
import type { ServerUnderTest } from "./server.js";

/** Alertmanager without peers and receivers. Its document is in the Go sources of the same version. */
export const alertmanager: ServerUnderTest = {
  name: "Alertmanager",
  async start(folder) {
    const text = embeddedDocument(folder);
    const port = await freePort();
    const config = join(folder, "alertmanager.yml");
    writeFileSync(config, "route: { receiver: nobody }\nreceivers: [{ name: nobody }]\n");
    const origin = `http://127.0.0.1:${port}`;
    const daemon = await startDaemon(
      "/usr/bin/prometheus-alertmanager",
      [
        `--config.file=${config}`,
        `--storage.path=${join(folder, "data")}`,
        `--web.listen-address=127.0.0.1:${port}`,
        "--cluster.listen-address=",
      ],
      () => answers(`${origin}/-/ready`),
    );
    return {
      connection: { baseUrl: `${origin}/api/v2` },
      documents: [{ path: "alertmanager.openapi.json", text }],
      stop: daemon.stop,
    };
  },
  steps: () => [...silenceSteps(), ...alertSteps()],
};

const sources = "golang-github-prometheus-alertmanager-dev";
const specification =
  "usr/share/gocode/src/github.com/prometheus/alertmanager/api/v2/restapi/embedded_spec.go";

function embeddedDocument(folder: string): string {
  unpack(sources, folder);
  const source = readFileSync(join(folder, specification), "utf8");
  const text = /SwaggerJSON = json\.RawMessage\(\[\]byte\(`(.*?)`\)\)/s.exec(source)?.[1];
  if (text === undefined) throw new Error(`${sources} has no document in ${specification}`);
  return text;
}

interface Silence {
  readonly id: string;
  readonly comment: string;
  readonly status: { readonly state: string };
}

function silenceSteps(): readonly Step[] {
  const silence = {
    matchers: [{ name: "alertname", value: "DiskFull", isRegex: false, isEqual: true }],
    startsAt: new Date(Date.now() - 60_000).toISOString(),
    endsAt: new Date(Date.now() + 3_600_000).toISOString(),
    createdBy: "judge",
  };
  const idFrom = (earlier: Results, step: string): string =>
    (earlier.get(step) as { silenceID?: string } | undefined)?.silenceID ?? "";
  const at = (step: string) => (earlier: Results) => ({ path: { silenceID: idFrom(earlier, step) } });
  const created = "create a silence";
  const changed = "change the silence";
  const stateIs = (state: string) => (result: unknown) => {
    const found = (result as Silence).status.state;
    return found === state ? undefined : `expected ${state}, found ${found}`;
  };
  return [
    {
      title: created,
      operation: "POST /silences",
      body: () => ({ ...silence, comment: "first" }),
      check: (result) =>
        (result as { silenceID?: string }).silenceID ? undefined : "no silenceID came back",
    },
    {
      title: "list silences",
      operation: "GET /silences",
      parameters: () => ({ query: { filter: ['alertname="DiskFull"'] } }),
      check: (result, earlier) =>
        (result as readonly Silence[]).some(({ id }) => id === idFrom(earlier, created))
          ? undefined
          : "the silence is not listed",
    },
    {
      title: "read the silence",
      operation: "GET /silence/{silenceID}",
      parameters: at(created),
      check: stateIs("active"),
    },
    {
      title: changed,
      operation: "POST /silences",
      body: (earlier) => ({ ...silence, id: idFrom(earlier, created), comment: "second" }),
      check: (result) =>
        (result as { silenceID?: string }).silenceID ? undefined : "no silenceID came back",
    },
    {
      title: "read the changed silence",
      operation: "GET /silence/{silenceID}",
      parameters: at(changed),
      check: (result) => {
        const { comment } = result as Silence;
        return comment === "second" ? undefined : `expected the comment "second", found "${comment}"`;
      },
    },
    { title: "delete the silence", operation: "DELETE /silence/{silenceID}", parameters: at(changed) },
    {
      title: "see that it has expired",
      operation: "GET /silence/{silenceID}",
      parameters: at(changed),
      check: stateIs("expired"),
    },
  ];
}

function alertSteps(): readonly Step[] {
  return [
    {
      title: "post an alert",
      operation: "POST /alerts",
      body: () => [
        { labels: { alertname: "DiskFull", host: "a" }, annotations: { summary: "The disk is full." } },
      ],
    },
    {
      title: "list alerts",
      operation: "GET /alerts",
      check: (result) =>
        JSON.stringify(result).includes("The disk is full.") ? undefined : "the annotation did not arrive",
    },
    { title: "list groups of alerts", operation: "GET /alerts/groups" },
    { title: "read the status", operation: "GET /status" },
  ];
}
