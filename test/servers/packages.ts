import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";

/** A Debian package, and a file that exists if the package is installed. */
export interface DebianPackage {
  readonly name: string;
  readonly file: string;
}

export const packages: readonly DebianPackage[] = [
  { name: "pdns-server", file: "/usr/sbin/pdns_server" },
  { name: "pdns-backend-sqlite3", file: "/usr/share/pdns-backend-sqlite3/schema/schema.sqlite3.sql" },
  { name: "sqlite3", file: "/usr/bin/sqlite3" },
  { name: "prometheus-alertmanager", file: "/usr/bin/prometheus-alertmanager" },
];

/** Installs missing packages. Returns the reason if a package cannot be installed. */
export function installServers(): string | undefined {
  const missing = packages.filter(({ file }) => !existsSync(file)).map(({ name }) => name);
  if (missing.length === 0) return undefined;
  const command = `apt-get install --no-install-recommends ${missing.join(" ")}`;
  if (!existsSync("/usr/bin/apt-get")) return `${missing.join(", ")} are missing, and there is no apt-get`;
  if (process.getuid?.() !== 0) return `${missing.join(", ")} are missing: run \`${command}\` as root`;
  // With systemd, the packages would start their services on their usual ports, which real servers may use.
  if (existsSync("/run/systemd/system"))
    return `${missing.join(", ")} are missing: run \`${command}\` in a container, or by hand`;
  try {
    console.log(command);
    const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
    const options = { env, stdio: "ignore", timeout: 300_000 } as const;
    execFileSync("apt-get", ["update"], options);
    execFileSync("apt-get", ["install", "-y", "--no-install-recommends", ...missing], options);
  } catch (error) {
    return `\`${command}\` failed: ${(error as Error).message}`;
  }
  return undefined;
}

/** Thrown if this machine cannot install a program. It is not a failure of a test. */
export class NotAvailable extends Error {}

/** Unpacks a package into a folder without installing it. */
export function unpack(name: string, folder: string): void {
  try {
    const options = { cwd: folder, stdio: "ignore", timeout: 300_000 } as const;
    execFileSync("apt-get", ["download", name], options);
    execFileSync("sh", ["-c", `dpkg -x ${name}_*.deb .`], options);
  } catch (error) {
    throw new NotAvailable(`the package ${name} cannot be downloaded: ${(error as Error).message}`);
  }
}
