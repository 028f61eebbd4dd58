import {
  downloadLabel,
  downloadSandboxLabel,
  type Operation,
  operationFacts,
  operationNames,
} from '../../simulator/specification/operations.ts'

/** Whether a path belongs to the service; the rest is the simulator's own. */
export function isServicePath(path: string): boolean {
  return path === '/v1' || path.startsWith('/v1/')
}

/**
 * Returns the path of an operation as the router takes it: `/v1/labels/:id`. The id of a sandbox label ends
 * in `.pdf` there.
 */
export function patternOf({ path }: Operation): string {
  return path.replace(/\{id\}[^/]*/, ':id')
}

const served = [...operationNames.map(operationFacts), downloadLabel, downloadSandboxLabel].map(
  // regex bound: one part of a path, between anchors.
  (operation) => ({ operation, path: new RegExp(`^${patternOf(operation).replace(':id', '[^/]+')}$`) }),
)

/** Returns the operations of a path, in the order of the specification. */
export function operationsAt(path: string): readonly Operation[] {
  return served.filter((each) => each.path.test(path)).map(({ operation }) => operation)
}

/** Returns the operation of a request; the first of its path if the path has no such method. */
export function operationAt(method: string, path: string): Operation | undefined {
  const here = operationsAt(path)
  return here.find((operation) => matchesMethod(operation, method)) ?? here[0]
}

/** Whether a request with this method runs the operation: HEAD runs the same as GET. */
export function matchesMethod(operation: Operation, method: string): boolean {
  return operation.method === (method === 'HEAD' ? 'GET' : method)
}
