import seed from '../../../../fixtures/seed.json' with { type: 'json' }
import scopeTable from '../../../../fixtures/spec/scopes.json' with { type: 'json' }
import { scopes } from '../../../simulator/specification/scopes.ts'
import { document } from './document.ts'
import { operations } from './operations.ts'

/** The keys that the default account has at start, each with a description. */
export const seededKeys = seed.keys.map(({ value, scopes: given, standing }) => {
  const environment = value.startsWith('pr_live_') ? 'Live' : 'Test'
  if (standing !== 'valid') return { value, does: `${environment}: ${standing}, so every call is refused` }
  const which = Array.isArray(given) ? `\`${given.join(', ')}\` alone` : 'every scope'
  return { value, does: `${environment}: ${which}` }
})

/** Returns each scope with its description and operations. */
export function describeScopes() {
  return scopes.map((scope) => ({
    scope,
    gates: scopeTable[scope].gates,
    operations: operations.filter((operation) => operation.scope === scope),
  }))
}

/**
 * The headers about rate limits and request ids, with their descriptions. The names come from components of the OpenAPI
 * document, such as `XRateLimitRemaining0` for `X-RateLimit-Remaining` with the value 0.
 */
export const limitHeaders = [
  ...new Map(
    Object.entries(document.components.headers).map(([name, { description }]) => [
      name
        .replace(/\d{1,3}$/, '')
        .replaceAll(/(?<=[a-z])(?=[A-Z])|(?<=^X)(?=[A-Z])/g, '-')
        .replace('Rate-Limit', 'RateLimit'),
      description,
    ]),
  ),
].map(([name, description]) => ({ name, description }))
