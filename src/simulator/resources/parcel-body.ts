import type { ParcelBody } from '../bodies/parcels.ts'
import type { Parcel } from '../specification/model.ts'

/** Returns a parcel with the field names of the wire (specification, Parcel). */
export function buildParcelBody(parcel: Parcel): ParcelBody {
  return {
    weight_oz: parcel.weightOz,
    length: parcel.lengthIn,
    width: parcel.widthIn,
    height: parcel.heightIn,
  }
}
