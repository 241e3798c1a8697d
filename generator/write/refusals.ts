/** Returns the meaning of an error code of the operating system, for example "permission denied" for `EACCES`. */
export function reasonOf(code: string): string {
  return reasons[code] ?? code;
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: "the file or folder does not exist",
  EACCES: "permission denied",
  EPERM: "not permitted",
  EROFS: "the file system is read-only",
  ENOSPC: "no space left",
  EDQUOT: "quota exceeded",
  EEXIST: "expected a folder, found a file",
  ENOTDIR: "expected a folder, found a file",
  EISDIR: "expected a file, found a folder",
  ENAMETOOLONG: "the name is too long",
};
