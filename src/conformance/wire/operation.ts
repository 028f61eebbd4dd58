import operations from '../../../fixtures/spec/operations.json' with { type: 'json' }
import { keysOf } from '../keys-of.ts'

/** One of the thirteen operations of the table under Endpoints. */
export type OperationName = keyof typeof operations

/** Method and path, as the specification writes them: `POST /v1/rates`. */
export type Endpoint = `${string} /v1/${string}`

export interface Operation {
  readonly name: OperationName
  readonly method: string
  /** With `{id}` where a resource is named. */
  readonly path: string
  readonly endpoint: Endpoint
  readonly limitPerMinute: number
}

export const operationNames = keysOf(operations)

const table = new Map(operationNames.map((name) => [name, describe(name)]))

/** Throws for a name that is none; the types leave none. */
export function operationOf(name: OperationName): Operation {
  const operation = table.get(name)
  if (operation === undefined) throw new Error(`${name} is no operation.`)
  return operation
}

const shapes = [...table.values()].map((operation) => ({
  operation,
  shape: new RegExp(`^${operation.path.replace('{id}', '[^/]+')}$`),
}))

/** The operation that a method and a path, without its query, are; undefined for anything else. */
export function findOperation(method: string, path: string): Operation | undefined {
  return shapes.find(({ operation, shape }) => operation.method === method && shape.test(path))?.operation
}

/** The path with the id of a resource in its place. */
export function pathOf(name: OperationName, id = ''): string {
  return operationOf(name).path.replace('{id}', () => encodeURIComponent(id))
}

function describe(name: OperationName): Operation {
  const { method, path, limitPerMinute } = operations[name]
  return { name, method, path, endpoint: `${method} /v1/${path.slice('/v1/'.length)}`, limitPerMinute }
}
