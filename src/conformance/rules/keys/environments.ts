import {
  describeAnswer,
  expectAnswer,
  expectError,
  expectResource,
  expectSuccess,
  expectThat,
  isSuccess,
} from '../../http/expect.ts'
import { isObject } from '../../http/fields.ts'
import type { Rule } from '../../rule.ts'
import { hours } from '../../target/need.ts'
import { addressFields, expectCompleteAddress } from '../support/addresses/complete-address.ts'
import { downloadPathOf, isDownloadResponse } from '../support/downloads.ts'
import { expectCompleteRates } from '../support/quotes.ts'
import { rule } from '../support/rules-on.ts'

/** Rules that check that test keys cannot use production resources, and that test and live keys get the same fields. */
export const environmentRules: readonly Rule[] = [
  rule('KEY-013', 'A test key cannot buy a rate that was quoted for production.')
    .on('buyLabel', {
      // If the target breaks the rule, the purchase may charge the live wallet.
      needs: ['key:test', 'key:live', 'spend'],
    })
    .judges('AUTHENTICATION-37', 'RESOURCES-114', 'ERRORS-28', 'ERRORS-29')
    .by(async (t) => {
      await t.setup.label()
      const rate = await t.setup.rate({ key: 'live' })
      const answer = await t.call('buyLabel', { body: { rate_id: rate.id } })
      expectError(answer, 'AUTH.KEY.SANDBOX_IN_PRODUCTION')
    }),
  rule('KEY-014', 'A test key cannot read a label that was bought in production.')
    .on('getLabel', { needs: ['key:test', 'key:live', 'spend'], charges: 1 })
    .judges('AUTHENTICATION-37', 'ERRORS-29')
    .by(async (t) => {
      const { id } = await t.setup.label({ key: 'live' })
      await t.setup.works('The label with the live key', t.call('getLabel', { id, key: 'live' }))
      expectError(await t.call('getLabel', { id }), 'AUTH.KEY.SANDBOX_IN_PRODUCTION')
    }),
  rule('KEY-022', 'A test key cannot void a label that was bought in production.')
    .on('voidLabel', { needs: ['key:test', 'key:live', 'spend'], charges: 1 })
    .judges('AUTHENTICATION-37')
    .by(async (t) => {
      const { id } = await t.setup.label({ key: 'live' })
      expectError(await t.call('voidLabel', { id }), 'AUTH.KEY.SANDBOX_IN_PRODUCTION')
      const voided = await t.call('voidLabel', { id, key: 'live' })
      expectThat(isSuccess(voided), {
        expected: 'a label that the test key has not voided',
        actual: `the live key got ${describeAnswer(voided)}`,
        answer: voided,
      })
    }),
  rule('KEY-023', 'A test key cannot download a label that was bought in production.')
    .with({
      endpoint: 'GET /v1/labels/{id}/download',
      needs: ['key:test', 'key:live', 'spend'],
      charges: 1,
    })
    .judges('AUTHENTICATION-37')
    .by(async (t) => {
      const path = downloadPathOf((await t.setup.label({ key: 'live' })).id)
      const open = await t.send({ method: 'GET', path, key: 'live' })
      await t.setup.of('The download with the live key', async () =>
        expectAnswer(open, isDownloadResponse(open), 'the PDF'),
      )
      const answer = await t.send({ method: 'GET', path, key: 'test' })
      expectError(answer, 'AUTH.KEY.SANDBOX_IN_PRODUCTION')
    }),
  rule('KEY-024', 'A test key cannot read a batch that was made in production.')
    .on('getBatch', { needs: ['control:accounts'] })
    .judges('AUTHENTICATION-37')
    .by(async (t) => {
      const { id } = await t.setup.batch(1, { key: 'live' })
      await t.setup.works('The batch with the live key', t.call('getBatch', { id, key: 'live' }))
      expectError(await t.call('getBatch', { id }), 'AUTH.KEY.SANDBOX_IN_PRODUCTION')
    }),
  rule('KEY-025', 'A test key cannot buy a batch that was made in production.')
    .on('buyBatch', { needs: ['control:accounts'] })
    .judges('AUTHENTICATION-37')
    .by(async (t) => {
      const { id } = await t.setup.batch(1, { key: 'live' })
      expectError(await t.call('buyBatch', { id }), 'AUTH.KEY.SANDBOX_IN_PRODUCTION')
      const bought = await t.call('buyBatch', { id, key: 'live' })
      expectThat(isSuccess(bought), {
        expected: 'a batch that the test key has not bought',
        actual: `the live key got ${describeAnswer(bought)}`,
        answer: bought,
      })
    }),
  rule('KEY-043', 'A test key gets no label from a batch item with a rate quoted for production.')
    .on('createBatch', {
      needs: ['control:accounts', 'control:clock', 'control:webhook', 'inbox'],
      requests: { createRates: 2, createBatch: 2, buyBatch: 1 },
    })
    .judges('AUTHENTICATION-37')
    .by(async (t) => {
      const inbox = await t.inbox()
      await t.setup.batch()
      const items = await t.setup.batchItems(1, { key: 'live' })
      const made = await t.call('createBatch', { body: { items } })
      if (!isSuccess(made)) {
        expectError(made, 'AUTH.KEY.SANDBOX_IN_PRODUCTION')
        return
      }
      // The specification does not say whether a rate is looked up when the batch is created or when it is bought.
      const id = expectResource(made, 'batch').text('id')
      const bought = await t.call('buyBatch', { id })
      if (!isSuccess(bought)) {
        expectError(bought, 'AUTH.KEY.SANDBOX_IN_PRODUCTION')
        return
      }
      await t.passTime(hours(1))
      const [label] = inbox.all().flatMap(({ labelId }) => labelId ?? [])
      expectThat(label === undefined, {
        expected: 'a refusal with 403 AUTH.KEY.SANDBOX_IN_PRODUCTION, or an item that fails',
        actual: `the label ${label}, made for the test key from a live rate`,
        answer: made,
      })
    }),
  rule('KEY-019', 'A live key gets the same fields in the wallet as a test key.')
    .on('getWallet', { needs: ['key:test', 'key:live'] })
    .judges('AUTHENTICATION-8', 'SERVICE-21', 'SERVICE-22', 'AUTHENTICATION-9')
    .by(async (t) => {
      const test = await t.setup.works('The wallet with the test key', t.call('getWallet'))
      const live = await t.call('getWallet', { key: 'live' })
      const named = listFieldPaths(test.json)
      const found = listFieldPaths(expectSuccess(live))
      const haveNoFields = named.size + found.size === 0 && typeof test.json === typeof live.json
      // A service may leave out empty fields, so one of the two responses may lack some fields.
      const isSame =
        haveNoFields || (found.size > 0 && (containsAll(named, found) || containsAll(found, named)))
      expectThat(isSame, {
        expected: `the fields that the test key got: ${[...named].join(', ') || 'none'}`,
        actual: `the live key got the fields ${[...found].join(', ') || 'of an empty body'}`,
        answer: live,
      })
    }),
  rule('KEY-032', 'A live key gets the same fields in an address validation as a test key.')
    .on('validateAddress', { needs: ['key:test', 'key:live'] })
    .judges('AUTHENTICATION-9')
    .by(async (t) => {
      const body = t.profile.addresses.commercial
      const test = await t.setup.works(
        'The validation with the test key',
        t.call('validateAddress', { body }),
      )
      const live = await t.call('validateAddress', { body, key: 'live' })
      const named = listFieldPaths(test.json)
      const found = listFieldPaths(expectSuccess(live))
      // Each response may have some fields that the other lacks, but at least half of its fields must be in both.
      const shared = [...named].filter((name) => found.has(name)).length
      expectThat(shared * 2 >= Math.min(named.size, found.size) && found.size > 0 === named.size > 0, {
        expected: `the fields that the test key got: ${[...named].join(', ') || 'none'}`,
        actual: `the live key got the fields ${[...found].join(', ') || 'of an empty body'}`,
        answer: live,
      })
    }),
  rule('KEY-020', 'A live key gets rates with every field that a test key gets, the cheapest first.')
    .on('createRates', { needs: ['key:live'] })
    .judges('AUTHENTICATION-8', 'SERVICE-22', 'AUTHENTICATION-9')
    .by(async (t) => {
      const answer = await t.call('createRates', { body: t.setup.ratesBody(), key: 'live' })
      expectCompleteRates(answer)
    }),
  rule(
    'KEY-021',
    'A live key gets a label with every field that a test key gets, of the rate that it bought.',
  )
    .on('buyLabel', { needs: ['key:live', 'spend'], charges: 1 })
    .judges('AUTHENTICATION-8', 'SERVICE-22', 'RESOURCES-59', 'AUTHENTICATION-9')
    .by(async (t) => {
      const rate = await t.setup.rate({ key: 'live' })
      const answer = await t.call('buyLabel', { body: { rate_id: rate.id }, key: 'live' })
      const label = expectResource(answer, 'label')
      label.text('id', { pattern: /^lbl_.+/, described: 'an id that begins with lbl_' })
      label.text('tracking_number')
      label.text('label_url', { pattern: /^https?:\/\/./, described: 'a URL' })
      label.boolean('sandbox')
      label.integer('wallet_balance_after_cents')
      const expected = [rate.carrier, rate.service, rate.rateCents]
      const actual = [label.text('carrier'), label.text('service'), label.integer('rate_cents')]
      expectThat(JSON.stringify(actual) === JSON.stringify(expected), {
        expected: `carrier, service and rate_cents of the rate: ${JSON.stringify(expected)}`,
        actual: `of the label: ${JSON.stringify(actual)}`,
        answer,
      })
      for (const place of addressFields) expectCompleteAddress(t, label, place)
    }),
]

/** Returns the paths of all fields of a JSON document: `parcel.weight_oz`. */
function listFieldPaths(value: unknown, place = ''): ReadonlySet<string> {
  if (Array.isArray(value)) return new Set(value.flatMap((each) => [...listFieldPaths(each, place)]))
  if (!isObject(value)) return new Set()
  return new Set(
    Object.entries(value).flatMap(([name, each]) => {
      const at = place === '' ? name : `${place}.${name}`
      return [at, ...listFieldPaths(each, at)]
    }),
  )
}

function containsAll(larger: ReadonlySet<string>, smaller: ReadonlySet<string>): boolean {
  return [...smaller].every((name) => larger.has(name))
}
