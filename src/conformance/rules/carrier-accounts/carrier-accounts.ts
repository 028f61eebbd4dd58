import { createBrokenRuleCause } from '../../http/cause.ts'
import { expectError, expectThat } from '../../http/expect.ts'
import { showField } from '../../http/show.ts'
import type { Rule, RuleId } from '../../rule.ts'
import type { RuleContext } from '../../rule-context.ts'
import type { Judged } from '../../section.ts'
import { readCarrierAccounts } from '../support/addresses/connected-accounts.ts'
import { connectRejectedAccount, rejectedCredentialsCode } from '../support/addresses/rejected-account.ts'
import { maxCarriers } from '../support/each-carrier.ts'
import { rule, rulesOn } from '../support/rules-on.ts'

type Environment = 'test' | 'live'

const listAccounts = (t: RuleContext, key: Environment = 'test') => t.call('listCarrierAccounts', { key })
const requireAccountList = (t: RuleContext, key?: Environment) =>
  t.setup.of('The list of carrier accounts', async () => readCarrierAccounts(await listAccounts(t, key)))

const findFirstQuotedCarrier = async (t: RuleContext): Promise<string> => {
  const [rate] = await t.setup.rates()
  return rate?.carrier ?? ''
}

/** The rule that a connected account is listed. If it is not listed, other rules fail, too, and the report names this rule as the cause. */
const connectedRule = {
  id: 'CARR-002',
  judges: ['SERVICE-11', 'ENDPOINTS-76'],
  title: 'A carrier account that was connected is in the list.',
} as const

/** Checks that the service lists `due` carrier accounts. Throws RuleBroken, whose report has `reason`: why this number is correct. */
async function expectAccountCount(t: RuleContext, due: number, reason: string): Promise<void> {
  const answer = await listAccounts(t)
  const found = readCarrierAccounts(answer).length
  expectThat(found === due, {
    expected: `${due} carrier accounts, ${reason}`,
    actual: `${found} carrier accounts`,
    answer,
    cause: createBrokenRuleCause(connectedRule),
  })
}

const connectedListRows: readonly (readonly [RuleId, Judged, Environment, string])[] = [
  [connectedRule.id, connectedRule.judges, 'test', connectedRule.title],
  [
    'CARR-007',
    ['ENDPOINTS-76'],
    'live',
    'A carrier account that was connected is in the list of a live key, too.',
  ],
]

const makeFaultyListRule = rulesOn('listCarrierAccounts', { needs: ['control:faults'] })

const makeConnectedListRule = rulesOn('listCarrierAccounts', {
  needs: ['control:carrier_accounts'],
})

const failureModes = ['down', 'timeout', 'error', 'malformed', 'reject'] as const

export const carrierAccountRules: readonly Rule[] = [
  rule('CARR-001', "The client's carrier accounts are listed.")
    .on('listCarrierAccounts')
    .judges('ENDPOINTS-74', 'SERVICE-11')
    .by(async (t) => {
      readCarrierAccounts(await listAccounts(t))
    }),
  ...connectedListRows.map(([id, judges, key, title]) =>
    rule(id, title)
      .on('listCarrierAccounts', {
        needs: key === 'live' ? ['control:carrier_accounts', 'key:live'] : ['control:carrier_accounts'],
      })
      .judges(...judges)
      .by(async (t) => {
        const before = await requireAccountList(t, key)
        const carriers = [...new Set((await t.setup.rates({ key })).map(({ carrier }) => carrier))].slice(
          0,
          2,
        )
        for (const [index, carrier] of carriers.entries()) {
          await t.account.carrierAccounts.connect({ carrier })
          const answer = await listAccounts(t, key)
          const after = readCarrierAccounts(answer)
          expectThat(after.length === before.length + index + 1, {
            expected: `${before.length + index + 1} carrier accounts, one more than before the connection of an account`,
            actual: `${after.length} carrier accounts`,
            answer,
            ...(id !== connectedRule.id && { cause: createBrokenRuleCause(connectedRule) }),
          })
        }
      }),
  ),
  makeConnectedListRule(
    'CARR-003',
    'A carrier account that was disconnected is no longer in the list, and all others stay.',
  )
    .judges('ENDPOINTS-76')
    .by(async (t) => {
      const carriers = [...new Set((await t.setup.rates()).map(({ carrier }) => carrier))]
      const [carrier = '', other = carrier] = carriers
      const none = (await requireAccountList(t)).length
      const id = await t.account.carrierAccounts.connect({ carrier })
      for (const each of [carrier, other]) await t.account.carrierAccounts.connect({ carrier: each })
      await expectAccountCount(t, none + 3, `two more of ${carrier} and one more of ${other} than before`)
      await t.account.carrierAccounts.disconnect(id)
      await expectAccountCount(t, none + 2, 'one less than before the disconnection')
    }),
  makeConnectedListRule(
    'CARR-004',
    'If a carrier rejects the credentials of an account, listing carrier accounts is refused because of invalid credentials.',
  )
    .judges('ENDPOINTS-78', 'ERRORS-62', 'ERRORS-63')
    .by(async (t) => {
      await requireAccountList(t)
      await connectRejectedAccount(t, await findFirstQuotedCarrier(t))
      expectError(await listAccounts(t), rejectedCredentialsCode)
    }),
  makeFaultyListRule(
    'CARR-005',
    'If a carrier fails unexpectedly, listing carrier accounts is refused with an unknown carrier error.',
  )
    .judges('ENDPOINTS-79', 'ERRORS-66', 'ERRORS-67')
    .by(async (t) => {
      await requireAccountList(t)
      await t.account.faults.add({ target: 'carrier:*', operation: 'accounts', mode: 'error' })
      expectError(await listAccounts(t), 'CARRIER.ERROR.UNKNOWN')
    }),
  makeFaultyListRule(
    'CARR-006',
    'If a carrier does not know an account, listing carrier accounts is refused as not found.',
  )
    .judges('ENDPOINTS-77', 'ERRORS-64', 'ERRORS-65')
    .by(async (t) => {
      await requireAccountList(t)
      const code = 'CARRIER.ACCOUNT.NOT_FOUND'
      await t.account.faults.add({ target: 'carrier:*', operation: 'accounts', mode: 'reject', code })
      expectError(await listAccounts(t), code)
    }),
  makeFaultyListRule(
    'CARR-008',
    'The error of a carrier that fails has the carrier’s own message in raw_carrier_error.',
  )
    .judges('ENDPOINTS-80')
    .by(async (t) => {
      await requireAccountList(t)
      const message = 'Backend 7 of the carrier is out of paper'
      await t.account.faults.add({ target: 'carrier:*', operation: 'accounts', mode: 'error', message })
      const answer = await listAccounts(t)
      const raw = expectError(answer, 'CARRIER.ERROR.UNKNOWN').raw('raw_carrier_error')
      const isSaid = JSON.stringify(raw)?.includes(message) === true
      expectThat(isSaid, {
        expected: `"${message}" in raw_carrier_error`,
        actual: showField('raw_carrier_error', raw),
        answer,
      })
    }),
  rule(
    'CARR-009',
    'If any carrier fails while accounts are listed, the error names the cause, and the list is complete afterwards.',
  )
    .on('listCarrierAccounts', { needs: ['control:faults', 'control:carrier_accounts'], delaysMs: 1_000 })
    .judges('ENDPOINTS-79')
    .by(async (t) => {
      const list = () => t.call('listCarrierAccounts')
      const carriers = [...new Set((await t.setup.rates()).map(({ carrier }) => carrier))].slice(
        0,
        maxCarriers,
      )
      for (const carrier of carriers) await t.account.carrierAccounts.connect({ carrier })
      const due = await t.setup.of(
        'The list of carrier accounts',
        async () => readCarrierAccounts(await list()).length,
      )
      for (const carrier of carriers) {
        for (const mode of failureModes) {
          const code = mode === 'reject' ? { code: rejectedCredentialsCode } : {}
          await t.account.faults.add({ target: `carrier:${carrier}`, operation: 'accounts', mode, ...code })
          const answer = await list()
          if (mode === 'reject') expectError(answer, rejectedCredentialsCode)
          else expectError(answer, 'CARRIER.ERROR.UNKNOWN').text('raw_carrier_error')
          await t.account.faults.clear()
        }
      }
      const answer = await list()
      const found = readCarrierAccounts(answer).length
      expectThat(found === due, {
        expected: `${due} carrier accounts, as before the failures`,
        actual: `${found} carrier accounts`,
        answer,
      })
    }),
]
