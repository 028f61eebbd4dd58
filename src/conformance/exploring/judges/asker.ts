import operations from '../../../../fixtures/spec/operations.json' with { type: 'json' }
import { codeOf } from '../reading.ts'
import type { CallStep, ClientName, Environment } from '../step.ts'

/** Whose a thing is: what one client or environment has, another has not. */
export interface Owner {
  readonly client: ClientName
  readonly environment: Environment
}

export const ownerOf = ({ key }: CallStep): Owner => ({ client: key.client, environment: key.environment })

export const isOwnedBy = ({ client, environment }: Owner, { key }: CallStep): boolean =>
  key.client === client && key.environment === environment

/** The key is good for this request, so that whatever is refused is not for its sake. */
export function mayAsk({ key, operation, atMs }: CallStep): boolean {
  if (key.is !== 'good' || key.isRevoked) return false
  if (key.expiresAtMs !== undefined && key.expiresAtMs <= atMs) return false
  const scope = operation === 'downloadLabel' ? 'labels:read' : operations[operation].scope
  return key.scopes === 'all' || scope === null || key.scopes.includes(scope)
}

/** The code of a refusal that is about what was asked for: not about the key, nor how often it asks. */
export function refusalOf({ answer }: CallStep): string | undefined {
  const code = codeOf(answer)
  return code === undefined || code.startsWith('AUTH.') ? undefined : code
}
