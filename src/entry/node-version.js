// Any version of Node may read this file, so it must not use newer syntax.

/**
 * Returns the message for an unsupported version of Node, or null. Node 21 and early Node 22 lack features of
 * 20.19.
 */
export function complaintAbout(version) {
  const [major, minor] = version.split('.').map(Number)
  const isEnough = (major === 20 && minor >= 19) || (major === 22 && minor >= 2) || major > 22
  return isEnough ? null : `needs Node 20.19 or later (of Node 22: 22.2 or later); this is Node ${version}.`
}

export const complaint = complaintAbout(process.versions.node)
