import type { Context } from '../../../simulator/accounts/context.ts'
import { balanceCents } from '../../../simulator/resources/wallet.ts'
import { Badge } from '../../pages/components/badge.tsx'
import { Card } from '../../pages/components/card.tsx'
import { TextField } from '../../pages/components/field.tsx'
import { ActionForm, fieldOf } from '../action-form.tsx'
import { Live } from '../changes/live.tsx'
import { numberIn } from '../form.ts'
import type { Actions, DashboardPage, PageRequest, Undo } from '../page.ts'
import { Ledger } from './ledger.tsx'
import { centsText } from './money.ts'

const changeCall = 'PATCH /accounts/{account}/wallet'

/** Auto-reload's fields are named by their path in the body, as in the refusal. */
const threshold = 'auto_reload.threshold_cents'
const amount = 'auto_reload.amount_cents'

const actions: Actions = {
  fund: {
    call: ({ amount_cents = '' }) => ({
      call: 'POST /accounts/{account}/wallet/fund',
      body: { amount_cents: numberIn(amount_cents) },
      command: `wallet fund ${amount_cents}`,
    }),
    message: ({ amount_cents }) => `${centsText(Number(amount_cents))} paid in by card.`,
    undo: undoBalance,
    currentValue: balanceText,
  },
  balance: {
    call: ({ balance_cents = '' }) => ({
      call: changeCall,
      body: { balance_cents: numberIn(balance_cents) },
      command: `wallet set --balance ${balance_cents}`,
    }),
    message: ({ balance_cents }) => `The wallet holds ${centsText(Number(balance_cents))} now.`,
    undo: undoBalance,
    currentValue: balanceText,
  },
  card: {
    call: ({ payment_method = '' }) => ({
      call: changeCall,
      body: { payment_method },
      command: `wallet set --card ${payment_method}`,
    }),
    message: ({ payment_method }) =>
      payment_method === 'none' ? 'There is no card on file now.' : `The card is ${payment_method} now.`,
    undo: ({ state }) => ({ action: 'card', values: { payment_method: state.wallet.get().paymentMethod } }),
    currentValue: ({ state }) => state.wallet.get().paymentMethod,
  },
  reload: {
    call: (values) => ({
      call: changeCall,
      body: {
        auto_reload: {
          threshold_cents: numberIn(values[threshold] ?? ''),
          amount_cents: numberIn(values[amount] ?? ''),
        },
      },
      command: `wallet set --auto-reload ${values[threshold]}:${values[amount]}`,
    }),
    message: () => 'The wallet reloads by itself from now on.',
    undo: undoAutoReload,
    currentValue: autoReloadText,
  },
  off: {
    call: () => ({ call: changeCall, body: { auto_reload: null }, command: 'wallet set --auto-reload off' }),
    message: () => 'The wallet no longer reloads by itself.',
    undo: undoAutoReload,
    currentValue: autoReloadText,
  },
}

/** Undo sets the old balance by a further transaction; the first one stays listed. */
function undoBalance(account: Context): (response: unknown) => Undo | undefined {
  const balance_cents = String(balanceCents(account, 'live'))
  return (response) =>
    String(Object(response).balance_cents) === balance_cents
      ? undefined
      : { action: 'balance', values: { balance_cents } }
}

function balanceText(account: Context): string {
  return centsText(balanceCents(account, 'live'))
}

function undoAutoReload({ state }: Context): Undo {
  const { autoReload } = state.wallet.get()
  if (autoReload === null) return { action: 'off', values: {} }
  const { thresholdCents, amountCents } = autoReload
  return { action: 'reload', values: { [threshold]: String(thresholdCents), [amount]: String(amountCents) } }
}

function autoReloadText({ state }: Context): string {
  const { autoReload } = state.wallet.get()
  if (autoReload === null) return 'off'
  return `${centsText(autoReload.amountCents)} below ${centsText(autoReload.thresholdCents)}`
}

/** Renders both wallets, the live one's card and all its transactions. */
export const wallet: DashboardPage = {
  path: 'wallet',
  title: 'Wallet',
  shortcut: 'w',
  actions,
  show: (page) => ({
    body: (
      <>
        <Live page={page} id="balances" topics={['wallet']}>
          <Balances page={page} />
        </Live>
        <div class="cards">
          <TopUp page={page} />
          <CardOnFile page={page} />
          <AutoReload page={page} />
        </div>
        <Live page={page} id="ledger" topics={['wallet', 'clock']}>
          <Ledger page={page} />
        </Live>
      </>
    ),
  }),
}

interface Shown {
  readonly page: PageRequest
}

function Balances({ page }: Shown) {
  const { context } = page
  return (
    <div class="tiles">
      <div class="tile">
        <h2>Live wallet</h2>
        <p class="figure">{centsText(balanceCents(context, 'live'))}</p>
        <p class="muted">Purchases with live keys are charged to it.</p>
      </div>
      <div class="tile">
        <h2>Sandbox wallet</h2>
        <p class="figure">{centsText(balanceCents(context, 'test'))}</p>
        <p class="muted">Always this much: purchases with test keys are free.</p>
      </div>
    </div>
  )
}

function TopUp({ page }: Shown) {
  return (
    <Card title="Money" id="money">
      <ActionForm page={page} action="fund" submit="Top up" kind="main" sample={{ amount_cents: '2500' }}>
        <TextField
          {...fieldOf(page, 'fund', 'amount_cents')}
          label="Amount, in cents, 500 at least"
          type="number"
          placeholder="2500"
          isRequired
        />
      </ActionForm>
      <ActionForm page={page} action="balance" submit="Set the balance" sample={{ balance_cents: '0' }}>
        <TextField
          {...fieldOf(page, 'balance', 'balance_cents')}
          label="Balance, in cents"
          type="number"
          placeholder="0"
          isRequired
        />
      </ActionForm>
    </Card>
  )
}

const cardStates = {
  valid: {
    tone: 'good',
    means: 'Top-ups and auto-reload charge it.',
    code: undefined,
    submit: 'Make it valid',
  },
  declined: {
    tone: 'bad',
    means: 'Top-ups, and purchases that need auto-reload, are refused with',
    code: 'WALLET.PAYMENT.FAILED',
    submit: 'Decline it',
  },
  none: {
    tone: 'warn',
    means: 'Top-ups, and purchases that need auto-reload, are refused with',
    code: 'WALLET.PAYMENT_METHOD.MISSING',
    submit: 'Remove the card',
  },
} as const

function CardOnFile({ page }: Shown) {
  const { paymentMethod } = page.context.state.wallet.get()
  const { tone, means, code } = cardStates[paymentMethod]
  const others = (['valid', 'declined', 'none'] as const).filter((each) => each !== paymentMethod)
  return (
    <Card title="Card on file" id="card">
      <Live page={page} id="card-state" topics={['wallet']}>
        <p>
          <Badge tone={tone}>{paymentMethod}</Badge> {means}
          {code === undefined ? null : (
            <>
              {' '}
              <a href={`/docs/errors/${code}`}>
                <code>{code}</code>
              </a>
              .
            </>
          )}
        </p>
        <div class="row">
          {others.map((payment_method) => (
            <ActionForm
              page={page}
              action="card"
              submit={cardStates[payment_method].submit}
              values={{ payment_method }}
            />
          ))}
        </div>
      </Live>
    </Card>
  )
}

function AutoReload({ page }: Shown) {
  const { autoReload } = page.context.state.wallet.get()
  return (
    <Card title="Auto-reload" id="auto-reload">
      <Live page={page} id="auto-reload-state" topics={['wallet']}>
        {autoReload === null ? (
          <p>
            <Badge>off</Badge> Purchases above the balance are refused.
          </p>
        ) : (
          <>
            <p>
              <Badge tone="good">on</Badge> A purchase that would leave less than{' '}
              {centsText(autoReload.thresholdCents)} has the card pay in {centsText(autoReload.amountCents)}{' '}
              first.
            </p>
            <ActionForm page={page} action="off" submit="Switch it off" />
          </>
        )}
      </Live>
      <ActionForm
        page={page}
        action="reload"
        submit={autoReload === null ? 'Switch it on' : 'Change it'}
        sample={{ [threshold]: '1000', [amount]: '5000' }}
      >
        <TextField
          {...fieldOf(page, 'reload', threshold)}
          label="Below, in cents"
          type="number"
          placeholder="1000"
          isRequired
        />
        <TextField
          {...fieldOf(page, 'reload', amount)}
          label="Pay in, in cents"
          type="number"
          placeholder="5000"
          isRequired
        />
      </ActionForm>
    </Card>
  )
}
