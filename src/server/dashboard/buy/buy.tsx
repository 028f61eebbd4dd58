import { Card } from '../../pages/components/card.tsx'
import { Empty } from '../../pages/components/table.tsx'
import type { DashboardPage } from '../page.ts'
import { buyCopies, buyLabel, quoteAgain, quoteOrValidate } from './buy-actions.ts'
import { BuyForm } from './buy-form.tsx'
import { readQuote } from './quotes.ts'
import { RatesCard } from './rates-table.tsx'
import { ValidatedAddressCard } from './validated.tsx'

/** The page that gets rates, validates an address and buys labels. It sends the requests that a client would send. */
export const buy: DashboardPage = {
  path: 'buy',
  title: 'Buy a label',
  shortcut: 'n',
  actions: { ask: quoteOrValidate, again: quoteAgain, buy: buyLabel, copies: buyCopies },
  body: (page) => {
    const quoteId = page.query.get('quote') ?? page.refused?.values['quote']
    const quote = readQuote(page.context, quoteId)
    const validated = page.query.get('validated')
    return (
      <>
        {quoteId !== undefined && quoteId !== null && quote === undefined ? (
          <Empty title="These rates are no longer in the request log">
            <p>Get them again with the form.</p>
          </Empty>
        ) : null}
        {quote === undefined ? null : <RatesCard page={page} quote={quote} />}
        {validated === null ? null : <ValidatedAddressCard page={page} requestId={validated} />}
        <Card title={quote === undefined ? 'Parcel' : 'Another parcel'} id="parcel">
          {quote === undefined && page.query.has('copies') ? (
            <p>
              To buy many copies of one parcel, get its rates. Then choose the number of copies and the
              service below the rates.
            </p>
          ) : null}
          <BuyForm page={page} />
        </Card>
      </>
    )
  },
}
