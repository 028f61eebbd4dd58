import {
  downloadLabel,
  downloadSandboxLabel,
  getOperation,
  type Operation,
  operationNames,
} from '../../simulator/specification/operations.ts'

/** Whether a path belongs to the service; all other paths are the simulator's own. */
export function isServicePath(path: string): boolean {
  return path === '/v1' || path.startsWith('/v1/')
}

/**
 * Returns the path of an operation with `:id` in place of the id, such as `/v1/labels/:id`. In the path of a sandbox
 * label's PDF, `:id` also stands for the `.pdf` at the end.
 */
export function toRouterPath({ path }: Operation): string {
  return path.replace(/\{id\}[^/]*/, ':id')
}

const served = [...operationNames.map(getOperation), downloadLabel, downloadSandboxLabel].map(
  // safe regex: the only repetition ends at the next slash.
  (operation) => ({ operation, path: new RegExp(`^${toRouterPath(operation).replace(':id', '([^/]+)')}$`) }),
)

/** An operation, with the id in the path of its request; the id is empty for a path without one. */
export interface FoundOperation {
  readonly operation: Operation
  readonly id: string
}

/** The operations whose path has no id, by path. */
const byPath = new Map<string, FoundOperation[]>()
for (const { operation } of served)
  if (!operation.path.includes('{id}'))
    byPath.set(operation.path, [...(byPath.get(operation.path) ?? []), { operation, id: '' }])

/** Returns the operation that a request runs; undefined if the path is unknown or does not have the method. */
export function findOperation(method: string, path: string): FoundOperation | undefined {
  const here = byPath.get(path)
  if (here !== undefined) return here.find(({ operation }) => matchesMethod(operation, method))
  for (const { operation, path: pattern } of served) {
    const id = matchesMethod(operation, method) ? pattern.exec(path)?.[1] : undefined
    if (id !== undefined) return { operation, id: decodeId(id) }
  }
  return undefined
}

function decodeId(id: string): string {
  try {
    return decodeURIComponent(id)
  } catch {
    return id
  }
}

/** Returns the operations of a path, in the order of the specification. */
export function listOperationsAt(path: string): readonly Operation[] {
  return served.filter((each) => each.path.test(path)).map(({ operation }) => operation)
}

/**
 * Returns the operation of a request; if no operation of the path has the method, the first operation of the path;
 * undefined for an unknown path.
 */
export function findOperationAt(method: string, path: string): Operation | undefined {
  const here = listOperationsAt(path)
  return here.find((operation) => matchesMethod(operation, method)) ?? here[0]
}

/** Whether a request with this method runs the operation. HEAD runs the operation of GET. */
export function matchesMethod(operation: Operation, method: string): boolean {
  return operation.method === (method === 'HEAD' ? 'GET' : method)
}
