import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { answers, type Daemon, freePort, startDaemon } from "./daemon.js";
import type { Results, Step } from "./lifecycle.js";
import type { ServerUnderTest } from "./server.js";

const apiKey = "judge";
const schema = "/usr/share/pdns-backend-sqlite3/schema/schema.sqlite3.sql";

/**
 * PowerDNS Authoritative with an empty SQLite database. It publishes its own document as JSON and as YAML.
 */
export const powerdns: ServerUnderTest = {
  name: "PowerDNS",
  async start(folder) {
    const [port, dnsPort] = [await freePort(), await freePort()];
    const database = join(folder, "pdns.sqlite3");
    execFileSync("sqlite3", [database], { input: readFileSync(schema) });
    const settings = {
      launch: "gsqlite3",
      "gsqlite3-database": database,
      "local-address": "127.0.0.1",
      "local-port": dnsPort,
      api: "yes",
      "api-key": apiKey,
      webserver: "yes",
      "webserver-address": "127.0.0.1",
      "webserver-port": port,
      "webserver-allow-from": "127.0.0.1",
      "socket-dir": folder,
      guardian: "no",
      daemon: "no",
      // The server must send no DNS query to other machines.
      "security-poll-suffix": "",
    };
    const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`);
    writeFileSync(join(folder, "pdns.conf"), lines.join(""));
    const origin = `http://127.0.0.1:${port}`;
    const headers = { "x-api-key": apiKey };
    const daemon: Daemon = await startDaemon("/usr/sbin/pdns_server", [`--config-dir=${folder}`], () =>
      answers(`${origin}/api/v1/servers`, headers),
    );
    const document = async (type: string): Promise<string> =>
      (await fetch(`${origin}/api/docs`, { headers: { ...headers, accept: type } })).text();
    return {
      connection: { baseUrl: `${origin}/api/v1`, credentials: { APIKeyHeader: apiKey } },
      documents: [
        { path: "powerdns.openapi.yaml", text: await document("application/x-yaml") },
        { path: "powerdns.openapi.json", text: await document("application/json") },
      ],
      stop: daemon.stop,
    };
  },
  steps: () => [...zoneSteps, ...metadataSteps, ...endSteps],
};

const zone = "judge.example.";
const server = { server_id: "localhost" };
const inZone = (): { path: Record<string, unknown> } => ({ path: { ...server, zone_id: zone } });
const zonePath = "/servers/{server_id}/zones/{zone_id}";

interface Zone {
  readonly name: string;
  readonly rrsets?: readonly { name: string; type: string; records: readonly { content: string }[] }[];
}

const zoneSteps: readonly Step[] = [
  {
    title: "create a zone",
    operation: "POST /servers/{server_id}/zones",
    parameters: () => ({ path: server }),
    body: () => ({ name: zone, kind: "Native", nameservers: ["ns1.judge.example."] }),
    check: (result) => expectName((result as Zone).name),
  },
  {
    title: "list zones",
    operation: "GET /servers/{server_id}/zones",
    parameters: () => ({ path: server }),
    check: (result) =>
      (result as readonly Zone[]).some(({ name }) => name === zone) ? undefined : "the zone is not listed",
  },
  {
    title: "read the zone",
    operation: `GET ${zonePath}`,
    parameters: inZone,
    check: (result) => expectName((result as Zone).name),
  },
  rrsetStep("add a record set", "REPLACE", [{ content: "192.0.2.1", disabled: false }]),
  readRecords("read the new record set", ["192.0.2.1"]),
  rrsetStep("change the record set", "REPLACE", [{ content: "192.0.2.2", disabled: false }]),
  readRecords("read the changed record set", ["192.0.2.2"]),
  rrsetStep("delete the record set", "DELETE", []),
  readRecords("see that it is gone", []),
];

function rrsetStep(title: string, changetype: string, records: readonly object[]): Step {
  const rrset = { name: `www.${zone}`, type: "A", ttl: 300, changetype, records };
  return {
    title,
    operation: `PATCH ${zonePath}`,
    parameters: inZone,
    body: () => ({ rrsets: [rrset] }),
  };
}

function readRecords(title: string, expected: readonly string[]): Step {
  return {
    title,
    operation: `GET ${zonePath}`,
    parameters: inZone,
    check: (result) => {
      const rrset = (result as Zone).rrsets?.find(({ name }) => name === `www.${zone}`);
      const found = rrset?.records.map(({ content }) => content) ?? [];
      return found.join() === expected.join()
        ? undefined
        : `expected ${expected.join()}, found ${found.join()}`;
    },
  };
}

const metadataPath = `${zonePath}/metadata`;

const metadataSteps: readonly Step[] = [
  {
    title: "add metadata",
    operation: `POST ${metadataPath}`,
    parameters: inZone,
    body: () => ({ kind: "ALLOW-AXFR-FROM", metadata: ["AUTO-NS"] }),
  },
  {
    title: "list metadata",
    operation: `GET ${metadataPath}`,
    parameters: inZone,
    check: (result) =>
      JSON.stringify(result).includes("AUTO-NS") ? undefined : "the metadata is not listed",
  },
  {
    title: "delete metadata",
    operation: `DELETE ${metadataPath}/{metadata_kind}`,
    parameters: () => ({ path: { ...server, zone_id: zone, metadata_kind: "ALLOW-AXFR-FROM" } }),
  },
  {
    title: "search",
    operation: "GET /servers/{server_id}/search-data",
    parameters: () => ({ path: server, query: { q: "judge*", max: 10 } }),
    check: (result) => ((result as readonly unknown[]).length > 0 ? undefined : "nothing was found"),
  },
  {
    title: "read statistics",
    operation: "GET /servers/{server_id}/statistics",
    parameters: () => ({ path: server }),
  },
];

const endSteps: readonly Step[] = [
  { title: "delete the zone", operation: `DELETE ${zonePath}`, parameters: inZone },
  {
    title: "see that the zone is gone",
    operation: "GET /servers/{server_id}/zones",
    parameters: () => ({ path: server }),
    check: (result: unknown, _earlier: Results) =>
      (result as readonly Zone[]).some(({ name }) => name === zone) ? "the zone is still listed" : undefined,
  },
];

function expectName(name: string): string | undefined {
  return name === zone ? undefined : `expected ${zone}, found ${name}`;
}
