import type { Parcel } from '../specification/model.ts'

/** A parcel as the wire shows it (specification, Parcel). */
export interface ParcelBody {
  readonly weight_oz: number
  readonly length: number
  readonly width: number
  readonly height: number
}

export function showParcel(parcel: Parcel): ParcelBody {
  return {
    weight_oz: parcel.weightOz,
    length: parcel.lengthIn,
    width: parcel.widthIn,
    height: parcel.heightIn,
  }
}
