import { mutant } from '../../../proof/builders.ts'
import type { Mutant } from '../../../proof/mutant.ts'
import { ok } from './refused-keys.ts'

/** Services that do through the API what is said to be done in the dashboard. */
export const absentEndpointMutants: readonly Mutant[] = ['accounts', 'api-keys'].map((name) =>
  mutant(`${name}-by-the-api`, `There is POST /v1/${name}.`, ['KEY-037'], {
    request: ({ method, path }) => (method === 'POST' && path === `/v1/${name}` ? ok : undefined),
  }),
)
