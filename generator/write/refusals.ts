/** The meaning of an operating system's error code such as `EACCES`. */
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
