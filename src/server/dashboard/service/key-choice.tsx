import { Choice } from '../../pages/components/field.tsx'
import { fieldOf } from '../action-form.tsx'
import type { PageRequest } from '../page.ts'
import { firstKeyId, keyOptions } from './keys-to-send.ts'

/** Renders the choice of the account's key that a form sends its request with; by default its first test key. */
export function KeyChoice({ page, action }: { readonly page: PageRequest; readonly action: string }) {
  const value = page.query.get('key') ?? firstKeyId(page.context, 'test')
  return (
    <Choice {...{ value, ...fieldOf(page, action, 'key') }} label="Key" options={keyOptions(page.context)} />
  )
}
