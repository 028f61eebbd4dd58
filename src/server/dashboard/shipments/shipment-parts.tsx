import type { Context } from '../../../simulator/accounts/context.ts'
import type { LabelRecord } from '../../../simulator/accounts/records/labels.ts'
import { findScanTime } from '../../../simulator/resources/journeys.ts'
import { Badge } from '../../pages/components/badge.tsx'

/** Shows whether the carrier has the package and whether the label was voided. */
export function LabelState({ context, label }: { readonly context: Context; readonly label: LabelRecord }) {
  if (label.voidRequestedAtMs !== null) return <Badge tone="warn">void requested</Badge>
  if (findScanTime(context, label) !== null) return <Badge tone="good">scanned</Badge>
  return <Badge tone="note">not scanned</Badge>
}
