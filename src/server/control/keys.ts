import * as z from 'zod'
import { describeAllowedWords } from '../../simulator/requests/similar-words.ts'
import { buildKeyBody } from '../../simulator/resources/keys.ts'
import { environments } from '../../simulator/specification/model.ts'
import { isScope, scopes } from '../../simulator/specification/scopes.ts'
import { toTimestampOrNull } from '../../simulator/time/timestamp.ts'
import { failNotFound } from '../http/not-found.ts'
import { createStrictSchema, instant } from './fields.ts'
import { type ControlRoute, defineAccountRoute, defineBodyRoute, noContent } from './route.ts'

const scopeText = z.string({ error: 'must be a text' }).register(z.globalRegistry, { enum: [...scopes] })
const scope = scopeText.transform((text, context) => {
  if (isScope(text)) return text
  context.addIssue({ code: 'custom', message: describeAllowedWords(scopes, text) })
  return z.NEVER
})

const newKey = createStrictSchema({
  environment: z
    .enum(environments)
    .describe('The environment of the key: `test` is the sandbox, `live` is production.'),
  scopes: z
    .array(scope, { error: 'must be a list of scopes' })
    .optional()
    .describe('The scopes of the key; by default, all scopes.'),
  expires_at: instant.nullish().describe('When the key expires; by default, it never expires.'),
})

export const keyRoutes: readonly ControlRoute[] = [
  defineBodyRoute('POST', '/keys', newKey, (context, input, { simulator }) => {
    const key = simulator.createKey(context, {
      environment: input.environment,
      scopes: [...new Set(input.scopes ?? scopes)],
      expiresAtMs: input.expires_at ?? null,
    })
    return {
      status: 201,
      body: {
        id: key.id,
        key: key.value,
        environment: key.environment,
        scopes: key.scopes,
        expires_at: toTimestampOrNull(key.expiresAtMs),
      },
    }
  }),
  defineAccountRoute('GET', '/keys', ({ state }) => ({
    status: 200,
    body: { keys: [...state.keys.values()].map(buildKeyBody) },
  })),
  defineAccountRoute('DELETE', '/keys/{key}', ({ state, clock }, { param }) => {
    const key = state.keys.get(param('key')) ?? failNotFound('key', param('key'))
    if (key.revokedAtMs === null) state.keys.set(key.id, { ...key, revokedAtMs: clock.now() })
    return noContent
  }),
]
