import * as z from 'zod'
import { type BodyOf, body, describeSchema } from './body-schema.ts'

const createSideSchema = (name: string) =>
  describeSchema(z.number(), `The ${name} of the parcel.`, { unit: 'inches', choice: 22 })

/** A parcel as the wire shows it (specification, Parcel). */
export type ParcelBody = BodyOf<typeof parcelBody>
export const parcelBody = body(
  {
    weight_oz: describeSchema(z.number(), 'The weight of the parcel.', { unit: 'ounces' }),
    length: createSideSchema('length'),
    width: createSideSchema('width'),
    height: createSideSchema('height'),
  },
  'The weight and size of a parcel.',
  { id: 'Parcel' },
)
