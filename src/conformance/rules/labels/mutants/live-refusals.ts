import { errorOf, isLive } from '../../../../variations/json-responses.ts'
import { withJson } from '../../../../variations/wire.ts'
import { isObject } from '../../../http/fields.ts'
import { acceptInsteadOf, buildMutant, soldLabel } from '../../../proof/builders.ts'
import type { Mutant } from '../../../proof/mutant.ts'
import { chargeOnRefusal } from '../../../proof/stateful/backdoor.ts'

/** Deliberately broken services that sell or charge live labels that they should refuse. */
export const liveRefusalMutants: readonly Mutant[] = [
  buildMutant('live-undeliverable-sold', 'Live labels to undeliverable addresses are sold.')
    .kills('LABEL-231')
    .by(acceptInsteadOf('LABEL.ADDRESS.UNDELIVERABLE', soldLabel, isLive)),
  buildMutant('live-overweight-sold', 'Live labels for parcels over the maximum weight are sold.')
    .kills('LABEL-232')
    .by(acceptInsteadOf('LABEL.WEIGHT.EXCEEDED', soldLabel, isLive)),
  buildMutant('undeliverable-charged', 'A live label to an undeliverable address is refused, but charged.')
    .kills('LABEL-231')
    .by(chargeOnRefusal('LABEL.ADDRESS.UNDELIVERABLE')),
  buildMutant(
    'overweight-charged',
    'A live label for a parcel over the maximum weight is refused, but charged.',
  )
    .kills('LABEL-232')
    .by(chargeOnRefusal('LABEL.WEIGHT.EXCEEDED')),
  buildMutant('small-credit-given', 'A wallet that lacks at most one dollar can still pay for a label.')
    .kills('LABEL-233')
    .by({
      response: async (response, request, wire) => {
        if (errorOf(response)?.['code'] !== 'WALLET.INSUFFICIENT_BALANCE') return undefined
        const wallet = await wire.control('GET', `/accounts/${wire.accountOf(request)}/wallet`)
        const isLittle = isObject(wallet) && Number(wallet['balance_cents']) > 100
        return isLittle ? { ...withJson(response, soldLabel), status: 200 } : undefined
      },
    }),
  buildMutant(
    'cent-short-charged',
    'A purchase that is refused because the wallet lacks one cent is charged.',
  )
    .kills('LABEL-233')
    .by(chargeOnRefusal('WALLET.INSUFFICIENT_BALANCE')),
]
