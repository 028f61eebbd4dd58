// Any version of Node may read this file, so it must not use newer syntax.

/** The message for an unsupported version of Node, or null. Node 21 and early Node 22 lack what 20.19 has. */
export function complaintAbout(version) {
  const [major, minor] = version.split('.').map(Number)
  const isEnough = (major === 20 && minor >= 19) || (major === 22 && minor >= 2) || major > 22
  return isEnough ? null : `needs Node 20.19 or later (of Node 22: 22.2 or later); this is Node ${version}.`
}

export const complaint = complaintAbout(process.versions.node)
