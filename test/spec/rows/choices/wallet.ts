import { purchase, succeedsWith } from '../answers.ts'
import { listed } from '../breakage.ts'

/** The wallet (choices 31, 32). */

export const walletChoices = listed({
  31: [
    purchase('A sandbox purchase is taken from the balance.', (label, live) =>
      live
        ? undefined
        : { ...label, wallet_balance_after_cents: Number(label['wallet_balance_after_cents']) - 1 },
    ),
    succeedsWith('The wallet of the sandbox is limited.', 'getWallet', (wallet) => ({
      ...wallet,
      unlimited: false,
    })),
  ],
  32: [
    succeedsWith('The wallet tells of its past.', 'getWallet', (wallet) => ({ ...wallet, ledger: [] })),
    succeedsWith(
      'The wallet does not tell of auto-reload.',
      'getWallet',
      ({ auto_reload: _, ...rest }) => rest,
    ),
  ],
})
