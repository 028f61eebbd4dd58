import operations from '../../../fixtures/spec/operations.json' with { type: 'json' }
import { type Endpoint, operationOf, pathOf } from '../http/operation.ts'
import type { WalkOperation } from './step.ts'

/** The operations of random walks: those of the specification's table, and the download of a label's PDF. */

/** Returns the method and path of an operation, as the specification writes them. */
export const endpointOf = (operation: WalkOperation): Endpoint =>
  operation === 'downloadLabel' ? 'GET /v1/labels/{id}/download' : operationOf(operation).endpoint

/** Returns the path of an operation with the id of a resource. */
export const walkPathOf = (operation: WalkOperation, id: string | undefined): string =>
  operation === 'downloadLabel' ? `${pathOf('getLabel', id)}/download` : pathOf(operation, id)

/** Returns the scope that an operation requires; undefined if none is known. */
export function scopeOf(operation: WalkOperation): string | undefined {
  return operation === 'downloadLabel' ? 'labels:read' : (operations[operation].scope ?? undefined)
}
