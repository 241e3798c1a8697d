/** What the operating system means by a code such as `EACCES`, in words. */
export function reasonOf(code: string): string {
  return reasons[code] ?? code;
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: "there is no such file or folder",
  EACCES: "permission denied",
  EPERM: "not permitted",
  EROFS: "the file system is read-only",
  ENOSPC: "no space left",
  EDQUOT: "quota exceeded",
  EEXIST: "a file stands where a folder belongs",
  ENOTDIR: "a file stands where a folder belongs",
  EISDIR: "a folder stands where the file belongs",
  ENAMETOOLONG: "the name is too long",
};
