import { mutant } from '../../../proof/builders.ts'
import type { Mutant } from '../../../proof/mutant.ts'

/** A service whose webhook is set through the API. */
export const configurationMutants: readonly Mutant[] = [
  mutant('webhook-set-by-the-api', 'POST /v1/webhooks sets the webhook.', ['HOOK-031'], {
    request: ({ method, path }) =>
      method === 'POST' && path === '/v1/webhooks'
        ? { status: 201, headers: { 'content-type': 'application/json' }, body: Buffer.from('{}') }
        : undefined,
  }),
]
