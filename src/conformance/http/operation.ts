import operations from '../../../fixtures/spec/operations.json' with { type: 'json' }
import { keysOf } from '../keys-of.ts'

/** The name of one of the thirteen operations (specification, Endpoints). */
export type OperationName = keyof typeof operations

/** Method and path of an endpoint, as the specification writes them: `POST /v1/rates`. */
export type Endpoint = `${string} /v1/${string}`

/** The facts about an operation, from the table of endpoints in the specification. */
export interface Operation {
  readonly name: OperationName
  readonly method: string
  /** The path, with `{id}` in the place of a resource's id. */
  readonly path: string
  readonly endpoint: Endpoint
  readonly limitPerMinute: number
}

/** The names of the thirteen operations, in the order of the specification. */
export const operationNames = keysOf(operations)

const table = new Map(operationNames.map((name) => [name, createOperation(name)]))

/** Returns the facts about an operation. */
export function operationOf(name: OperationName): Operation {
  const operation = table.get(name)
  if (operation === undefined) throw new Error(`${name} is no operation.`)
  return operation
}

const pathShapes = [...table.values()].map((operation) => ({
  operation,
  // safe regex: between the anchors, `[^/]+` matches only one part of the path, so the time is linear.
  shape: new RegExp(`^${operation.path.replace('{id}', '[^/]+')}$`),
}))

/** Returns the operation with this method and path (without query); undefined if it is none of the thirteen. */
export function findOperation(method: string, path: string): Operation | undefined {
  return pathShapes.find(({ operation, shape }) => operation.method === method && shape.test(path))?.operation
}

/** Returns the path of an operation, with the given id in place of `{id}`. */
export function pathOf(name: OperationName, id = ''): string {
  return operationOf(name).path.replace('{id}', () => encodeURIComponent(id))
}

function createOperation(name: OperationName): Operation {
  const { method, path, limitPerMinute } = operations[name]
  return { name, method, path, endpoint: `${method} /v1/${path.slice('/v1/'.length)}`, limitPerMinute }
}
