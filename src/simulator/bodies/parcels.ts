import * as z from 'zod'
import { type BodyOf, body, described } from './body-schema.ts'

const side = (name: string) =>
  described(z.number(), `The ${name} of the parcel.`, { unit: 'inches', choice: 22 })

/** A parcel as the wire shows it (specification, Parcel). */
export type ParcelBody = BodyOf<typeof parcelBody>
export const parcelBody = body(
  {
    weight_oz: described(z.number(), 'The weight of the parcel.', { unit: 'ounces' }),
    length: side('length'),
    width: side('width'),
    height: side('height'),
  },
  'The weight and size of a parcel.',
  { id: 'Parcel' },
)
