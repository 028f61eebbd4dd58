import type { CarrierAccountBody } from '../../../src/simulator/bodies/carrier-accounts.ts'
import { carrierNames } from '../../../src/simulator/specification/model.ts'
import { createTextReaderWithCompletions, text } from '../../files/reader.ts'
import { defineArgument, defineFlag, defineOption } from '../../parsing/option.ts'
import { formatColumns } from '../../printing/columns.ts'
import { defineRemoteCommand } from '../../remote.ts'

const carrier = defineArgument({
  name: 'CARRIER',
  describe: 'the carrier, in any letter case',
  reader: createTextReaderWithCompletions(carrierNames),
})

const nickname = defineOption({ name: 'nickname', describe: 'the name of the account', reader: text })

const rejected = defineFlag({ name: 'rejected', describe: 'the carrier rejects its credentials' })

const id = defineArgument({
  name: 'ID',
  describe: 'the id of the carrier account, as carriers list shows it',
  reader: text,
})

export const carriersList = defineRemoteCommand({
  examples: [{ line: 'drydock carriers list', does: 'List all carriers and the connected carrier accounts' }],
  act: async ({ account, accounts }, _given, note) => {
    const { carriers } = await accounts.discover()
    const connected = await account.carriers.list()
    if (connected.length === 0) note('No carrier account is connected.')
    return [`Carriers: ${carriers.join(', ')}`, ...formatColumns(connected.map(formatCarrierAccount))]
  },
})

export const carriersConnect = defineRemoteCommand({
  arguments: [carrier],
  options: [nickname, rejected],
  examples: [
    {
      line: 'drydock carriers connect UPS --nickname Warehouse',
      does: "Connect a UPS account; rates then include its rates and the platform's",
    },
    {
      line: 'drydock carriers connect FedEx --rejected',
      does: 'Connect an account with wrong credentials; the list then gets CARRIER.ACCOUNT.INVALID_CREDENTIALS',
    },
  ],
  act: async ({ account }, input) => {
    const name = input.get(nickname)
    const connected = await account.carriers.connect({
      carrier: input.get(carrier),
      ...(name !== undefined && { nickname: name }),
      credentials: input.get(rejected) ? 'rejected' : 'valid',
    })
    return [formatCarrierAccount(connected).join('  ')]
  },
})

export const carriersDisconnect = defineRemoteCommand({
  arguments: [id],
  examples: [
    {
      line: 'drydock carriers disconnect ca_k2',
      does: 'Disconnect a carrier account; rates no longer include its rates',
    },
  ],
  act: async ({ account }, input) => {
    await account.carriers.disconnect(input.get(id))
    return [`${input.get(id)} is disconnected.`]
  },
})

function formatCarrierAccount(account: CarrierAccountBody): readonly string[] {
  return [account.id, account.carrier, account.nickname, account.status, account.connected_at]
}
