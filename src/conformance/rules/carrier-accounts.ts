import type { Rule } from '../rule.ts'
import type { RuleContext } from '../rule-context.ts'
import { expectError, expectList, expectThat } from '../wire/expect.ts'
import { ControlFailed } from '../wire/failures.ts'
import { active } from './active.ts'

const endpoint = 'GET /v1/carrier-accounts'
const section = 'Endpoints'

const list = (t: RuleContext) => t.call('listCarrierAccounts')
const works = (t: RuleContext) =>
  t.setup.of('The list of carrier accounts', async () => expectList(await list(t), 'carrier_accounts'))

const firstCarrier = async (t: RuleContext): Promise<string> => {
  const [rate] = await t.setup.rates()
  return rate?.carrier ?? ''
}

export const carrierAccountRules: readonly Rule[] = [
  active({
    id: 'CARR-001',
    title: "The client's carrier accounts are listed.",
    section,
    endpoint,
    basis: 'table',
    sends: 'The list of carrier accounts.',
    requests: { listCarrierAccounts: 1 },
    run: async (t) => {
      expectList(await list(t), 'carrier_accounts')
    },
  }),
  active({
    id: 'CARR-002',
    title: 'A carrier account that was connected is in the list.',
    section: 'What the service does',
    endpoint,
    sends: 'The list before and after an account is connected.',
    needs: ['control:carrier_accounts'],
    requests: { createRates: 1, listCarrierAccounts: 2 },
    run: async (t) => {
      const before = await works(t)
      await t.account.carrierAccounts.connect({ carrier: await firstCarrier(t) })
      const answer = await list(t)
      const after = expectList(answer, 'carrier_accounts')
      expectThat(after.length === before.length + 1, { expected: 'one account more', actual: after, answer })
    },
  }),
  active({
    id: 'CARR-003',
    title: 'A carrier account that was disconnected is no longer in the list.',
    section,
    endpoint,
    basis: 'derived',
    sends: 'The list while an account is connected, and after it is gone.',
    needs: ['control:carrier_accounts'],
    requests: { createRates: 1, listCarrierAccounts: 2 },
    run: async (t) => {
      const id = await t.account.carrierAccounts.connect({ carrier: await firstCarrier(t) })
      const before = await works(t)
      await t.account.carrierAccounts.disconnect(id)
      const answer = await list(t)
      const after = expectList(answer, 'carrier_accounts')
      expectThat(after.length === before.length - 1, { expected: 'one account less', actual: after, answer })
    },
  }),
  active({
    id: 'CARR-004',
    title: 'Credentials that the carrier rejects are answered as invalid.',
    section,
    endpoint,
    sends: 'The list, and again after an account with rejected credentials is connected.',
    needs: ['control:carrier_accounts'],
    requests: { createRates: 1, listCarrierAccounts: 2 },
    run: async (t) => {
      await works(t)
      const code = 'CARRIER.ACCOUNT.INVALID_CREDENTIALS'
      const isConnected = await t.account.carrierAccounts
        .connect({ carrier: await firstCarrier(t), credentials: 'rejected' })
        .then(
          () => true,
          (error: unknown) => {
            if (error instanceof ControlFailed && error.message.includes(code)) return false
            throw error
          },
        )
      // A dashboard may refuse them, too, and then there is nothing that the list could tell.
      if (!isConnected) t.notJudged('the control protocol refuses credentials that the carrier rejects')
      expectError(await list(t), code)
    },
  }),
  active({
    id: 'CARR-005',
    title: 'An unexpected failure of a carrier is answered as such.',
    section,
    endpoint,
    sends: 'The list, and again while carriers fail unexpectedly.',
    needs: ['control:faults'],
    requests: { listCarrierAccounts: 2 },
    run: async (t) => {
      await works(t)
      await t.account.faults.add({ target: 'carrier:*', operation: 'accounts', mode: 'error' })
      expectError(await list(t), 'CARRIER.ERROR.UNKNOWN')
    },
  }),
  active({
    id: 'CARR-006',
    title: 'An unknown carrier account is answered as not found.',
    section,
    endpoint,
    sends: 'The list, and again while a carrier knows the account no more.',
    needs: ['control:faults'],
    requests: { listCarrierAccounts: 2 },
    run: async (t) => {
      await works(t)
      const code = 'CARRIER.ACCOUNT.NOT_FOUND'
      await t.account.faults.add({ target: 'carrier:*', operation: 'accounts', mode: 'reject', code })
      expectError(await list(t), code)
    },
  }),
]
