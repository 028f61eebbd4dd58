import type { Topic } from '../../topic.ts'
import { absentEndpointRules } from './absent-endpoints.ts'
import { environmentRules } from './environments.ts'
import { keyTimeRules } from './key-times.ts'
import { keyRules } from './keys.ts'
import { keyLifetimeRules } from './lifetimes.ts'
import { otherClientRules } from './other-clients.ts'
import { refusedKeyRules } from './refused-keys.ts'
import { rotationRules } from './rotation.ts'
import { scopeRules } from './scopes.ts'

/** Rules about keys, their environments and their scopes; deliberately broken services test the rules. */
export const keys: Topic = {
  ids: [
    {
      first: 'KEY-001',
      next: 'KEY-048',
      about: 'accepted and refused keys, and the two environments',
    },
    { first: 'KEY-101', next: 'KEY-114', about: 'requests without a key, endpoint by endpoint' },
    { first: 'KEY-201', next: 'KEY-209', about: 'resources of another client' },
    {
      first: 'SCOPE-001',
      next: 'SCOPE-013',
      about: 'keys that are refused because they lack the scope, endpoint by endpoint',
    },
    {
      first: 'SCOPE-101',
      next: 'SCOPE-113',
      about: 'keys that are accepted with only the needed scope, endpoint by endpoint',
    },
    { first: 'SCOPE-201', next: 'SCOPE-205', about: 'keys with few or no scopes' },
  ],
  rules: [
    ...keyRules,
    ...keyTimeRules,
    ...rotationRules,
    ...refusedKeyRules,
    ...otherClientRules,
    ...absentEndpointRules,
    ...environmentRules,
    ...scopeRules,
    ...keyLifetimeRules,
  ],
  mutants: async () => (await import('./mutants.ts')).mutants,
}
