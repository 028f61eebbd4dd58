import { createBrokenRuleCause } from '../../http/cause.ts'
import { expectAnswer, expectError, expectResource, expectThat, isSuccess } from '../../http/expect.ts'
import type { Fields } from '../../http/fields.ts'
import { expectList } from '../../http/lists.ts'
import type { Rule } from '../../rule.ts'
import type { RuleContext } from '../../rule-context.ts'
import { seconds } from '../../target/need.ts'
import { isSameName, isSameStreet } from '../support/addresses/address-comparison.ts'
import { findNewYearAndLeapDayMidnights, waitUntilInstant } from '../support/calendar-turns.ts'
import { downloadPathOf, isDownloadResponse } from '../support/downloads.ts'
import {
  findAlteredText,
  findPartsShownExactly,
  isTextRefusal,
  makeTextShipments,
  type TextShipment,
} from '../support/kept-texts.ts'
import { rule, rulesOn } from '../support/rules-on.ts'
import { settleAll } from '../support/settle-all.ts'
import { expectOneOfInstants } from '../support/timestamps.ts'
import { ownQuoteRule } from './label-addresses.ts'

const overweightRule = {
  id: 'LABEL-202',
  judges: ['ENDPOINTS-40', 'RESOURCES-29', 'RESOURCES-48', 'ERRORS-44', 'ERRORS-45'],
  title: "A label for a package over the carrier's maximum weight is refused.",
}

/** Requests rates, buys a label and returns it; undefined if the service refuses the texts of its addresses. */
async function buyLabelWithTexts(
  t: RuleContext,
  { what, shipment }: TextShipment,
): Promise<Fields | undefined> {
  const asked = await t.call('createRates', { body: t.setup.ratesBody(shipment) })
  expectAnswer(asked, asked.status < 500, `rates, or a refusal: ${what}`)
  if (isTextRefusal(asked)) return undefined
  const [rate] = expectList(asked, 'rates')
  const answer = await t.call('buyLabel', { body: { rate_id: Object(rate)['id'] } })
  expectAnswer(answer, answer.status < 500, `a label, or a refusal: ${what}`)
  return isSuccess(answer) ? expectResource(answer, 'label') : undefined
}

function expectAddressTextsKept({
  labels,
  sent,
  kept,
}: {
  readonly labels: readonly Fields[]
  readonly sent: TextShipment
  readonly kept: ReadonlySet<string>
}): void {
  const wrong = findAlteredText(sent.shipment, labels, kept)
  expectThat(wrong === undefined, {
    expected: `${sent.what} as sent: ${wrong?.given}`,
    actual: wrong?.actual ?? '',
    answer: wrong?.answer,
    cause: createBrokenRuleCause(ownQuoteRule),
  })
}

const recipientNames = 'Alder Birch Cedar Drummond Elmore Farrow Gaskell Hadley Ingram Jessop'.split(' ')

/** Creates shipments to ten recipients with the same ZIP code, but different names and houses. */
function makeNeighbourShipments(t: RuleContext) {
  const { to } = t.profile.addresses
  return recipientNames.map((name, index) => ({
    to: { ...to, name: `Robin ${name}`, street1: `${11 * (index + 1)} ${name} Quvelo` },
  }))
}

/** Creates shipments to recipients with the same ZIP code. Some recipients share a name, others a street. */
function makeSimilarShipments(t: RuleContext) {
  const { to } = t.profile.addresses
  const pairs = [
    ['Alder', '11 Birch Quvelo'],
    ['Alder', '22 Cedar Quvelo'],
    ['Elmore', '22 Cedar Quvelo'],
    ['Farrow', '33 Gaskell Quvelo'],
  ] as const
  return pairs.map(([name, street1]) => ({ to: { ...to, name: `Robin ${name}`, street1 } }))
}

/** Checks that a label has the name and street of its own recipient. Throws RuleBroken. */
function expectLabelRecipient(
  label: Fields,
  { name, street1 }: { readonly name: string; readonly street1: string },
): void {
  const shown = label.object('to_address')
  const street = shown.raw('street1') ?? shown.raw('street')
  expectThat(isSameName(shown.raw('name'), name) && isSameStreet(street, street1), {
    expected: `a label to ${name}, ${street1}`,
    actual: `a label to ${shown.raw('name')}, ${street}`,
    answer: label.answer,
    cause: createBrokenRuleCause(ownQuoteRule),
  })
}

/**
 * Requests rates for an overweight and a light parcel to one recipient at the same time, and checks that only a label
 * for the light parcel can be bought. Throws RuleBroken.
 */
async function expectOnlyLightParcelSold(t: RuleContext): Promise<void> {
  const { overweight, standard } = t.profile.parcels
  const [asked, light] = await settleAll(
    [overweight, standard, overweight].map((parcel) =>
      t.call('createRates', { body: t.setup.ratesBody({ parcel }) }),
    ),
  )
  for (const [quoted, isLight] of [
    [asked, false],
    [light, true],
  ] as const) {
    const [rate] = quoted !== undefined && isSuccess(quoted) ? expectList(quoted, 'rates') : []
    if (rate === undefined) continue
    const answer = await t.call('buyLabel', { body: { rate_id: Object(rate)['id'] } })
    if (isLight) expectResource(answer, 'label')
    else expectError(answer, 'LABEL.WEIGHT.EXCEEDED')
  }
}

const makeLabelReadingRule = rulesOn('getLabel')

/** Rules about unusual texts in labels, about labels to nearby addresses, and about labels around midnight. */
export const labelTextRules: readonly Rule[] = [
  makeLabelReadingRule(
    'LABEL-410',
    'A label shows long and unusual address texts, ZIP codes, states and countries as sent, at its purchase and when it is read.',
  )
    .judges('RESOURCES-47')
    .by(async (t) => {
      const { from, to } = t.profile.addresses
      const plain = { from, to }
      const kept = findPartsShownExactly(plain, (await t.setup.label(plain)).fields)
      let judged = 0
      for (const sent of makeTextShipments(t)) {
        const label = await buyLabelWithTexts(t, sent)
        if (label === undefined) continue
        judged += 1
        const read = expectResource(await t.call('getLabel', { id: label.text('id') }), 'label')
        const isComplete = read.has('from_address') && read.has('to_address')
        expectAddressTextsKept({ labels: isComplete ? [label, read] : [label], sent, kept })
        const path = downloadPathOf(label.text('id'))
        const download = await t.send({ method: 'GET', path, key: 'test' })
        expectAnswer(download, isDownloadResponse(download), `the PDF of a label with ${sent.what}`)
      }
      if (judged === 0)
        t.notJudged(
          'the target refused all addresses with unusual texts, so no label shows whether it keeps them',
        )
    }),
  makeLabelReadingRule(
    'LABEL-411',
    'Labels to nearby addresses, bought one after another, each keep their own recipient, however often they are read.',
  )
    .judges('ENDPOINTS-52')
    .by(async (t) => {
      const rates = []
      for (const shipment of makeSimilarShipments(t)) {
        rates.push({ ...shipment, rate: (await t.setup.rates(shipment))[0] })
      }
      const bought: (Pick<(typeof rates)[number], 'to'> & { readonly id: string })[] = []
      for (const { to, rate } of rates.toReversed()) {
        if (rate === undefined)
          return t.notJudged('the target quoted no rate, so the rule had nothing to buy')
        const { id, fields } = await t.setup.labelOf(rate)
        expectLabelRecipient(fields, to)
        bought.push({ id, to })
      }
      const oneOften = Array.from({ length: 4 }, () => bought.slice(0, 1)).flat()
      for (const { id, to } of [...bought, ...bought, ...oneOften]) {
        const read = expectResource(await t.call('getLabel', { id }), 'label')
        if (read.has('to_address')) expectLabelRecipient(read, to)
      }
    }),
  rule('LABEL-412', 'Labels quoted and bought at the same time keep their own recipients and parcel weights.')
    .on('buyLabel')
    .judges('RESOURCES-47')
    .by(async (t) => {
      const shipments = makeNeighbourShipments(t)
      const quotes = await settleAll(shipments.map((shipment) => t.setup.rates(shipment)))
      const labels = await settleAll(
        quotes.map(async ([rate]) =>
          rate === undefined
            ? t.notJudged('the target quoted no rate, so the rule had nothing to buy')
            : t.setup.labelOf(rate),
        ),
      )
      for (const [index, { fields }] of labels.entries()) {
        const to = shipments[index]?.to
        if (to !== undefined) expectLabelRecipient(fields, to)
      }
      await expectOnlyLightParcelSold(t)
    }),
  rule(
    'LABEL-413',
    'The created_at of labels bought around midnight at New Year and on leap days is exact to the second.',
  )
    .on('getLabel', { needs: ['control:accounts', 'control:clock'] })
    .judges('ENDPOINTS-52')
    .by(async (t) => {
      await t.account.clock.freeze()
      for (const turnMs of findNewYearAndLeapDayMidnights(await t.now())) {
        for (const instantMs of [turnMs - seconds(727), turnMs + seconds(187)]) {
          await waitUntilInstant(t, instantMs)
          const [rate] = await t.setup.rates()
          if (rate === undefined)
            return t.notJudged('the target quoted no rate, so the rule had nothing to buy')
          const { id, fields } = await t.setup.labelOf(rate)
          const read = expectResource(await t.call('getLabel', { id }), 'label')
          for (const label of [fields, read]) {
            if (label.has('created_at')) expectOneOfInstants(label, 'created_at', [instantMs])
          }
        }
      }
    }),
  rule('LABEL-235', 'A label for a parcel over the maximum weight is refused, however large the weight is.')
    .on('buyLabel', { requests: { createRates: 5, buyLabel: 5 } })
    .judges('ERRORS-45')
    .by(async (t) => {
      const { overweight, standard } = t.profile.parcels
      const weights = [2 ** 16, 2 ** 31, 2 ** 32].map((least) => least + standard.weight_oz)
      for (const parcel of [overweight, ...weights.map((weight_oz) => ({ ...overweight, weight_oz }))]) {
        const asked = await t.call('createRates', { body: t.setup.ratesBody({ parcel }) })
        expectAnswer(asked, asked.status < 500, 'rates, or a refusal')
        const [rate] = isSuccess(asked) ? expectList(asked, 'rates') : []
        const rate_id = Object(rate)['id']
        if (typeof rate_id !== 'string') continue
        const bought = await t.call('buyLabel', { body: { rate_id } })
        expectAnswer(bought, !isSuccess(bought), 'a refusal', createBrokenRuleCause(overweightRule))
        expectError(bought, 'LABEL.WEIGHT.EXCEEDED')
      }
    }),
]
