import { expect, it } from 'vitest'
import { minutes, needTime } from './need.ts'
import { explainNeeds } from './need-words.ts'

it('explainNeeds describes what a rule needs and names the option that provides it', () => {
  expect(explainNeeds([])).toBe('nothing')
  expect(
    explainNeeds(['key:live', 'spend', 'control:carrier_accounts', ['key:limited', 'key:any-scope']]),
  ).toBe(
    "a live key (--live-key); permission to charge the live wallet (--allow-spend); the control protocol's carrier accounts (--control); " +
      'a key with wallet:read alone (--limited-key), or a control protocol that creates keys with any scopes (--control)',
  )
  expect(explainNeeds([needTime(minutes(14.75)), 'load', 'inbox'])).toBe(
    "14m 45s to pass, by the control protocol's clock or for real with --allow-wait 15m; " +
      'permission to exhaust a rate limit (--allow-load); a place where webhook deliveries arrive (--webhook-listen)',
  )
})
