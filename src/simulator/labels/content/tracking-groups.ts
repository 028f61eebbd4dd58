/** Returns a tracking number in the groups that its carrier prints; any other number in groups of four. */
export function formatTrackingNumber(trackingNumber: string): string {
  const ups = /^(1Z)(.{3})(.{3})(.{2})(.{4})(.{4})$/.exec(trackingNumber)
  if (ups !== null) return ups.slice(1).join(' ')
  const dhlExpress = /^(\d{2})(\d{4})(\d{4})$/.exec(trackingNumber)
  if (dhlExpress !== null) return dhlExpress.slice(1).join(' ')
  const postal = /^([A-Z]{2})(\d{3})(\d{3})(\d{3})([A-Z]{2})$/.exec(trackingNumber)
  if (postal !== null) return postal.slice(1).join(' ')
  return (trackingNumber.match(/.{1,4}/gsu) ?? []).join(' ')
}
