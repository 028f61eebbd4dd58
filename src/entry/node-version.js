// Old versions of Node load this file too, so it must not use newer syntax.

/**
 * Returns the message for an unsupported version of Node; null for a supported one. Node 21 and Node 22.0 and 22.1 lack
 * features of Node 20.19.
 */
export function describeNodeProblem(version) {
  const [major, minor] = version.split('.').map(Number)
  const isEnough = (major === 20 && minor >= 19) || (major === 22 && minor >= 2) || major > 22
  return isEnough ? null : `needs Node 20.19 or later (of Node 22: 22.2 or later); this is Node ${version}.`
}

export const nodeProblem = describeNodeProblem(process.versions.node)
