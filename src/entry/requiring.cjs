// `require` loads the same bundle as `import`, not a second copy. Node 22.2 to 22.11 and Jest cannot do that. There the
// entries that have one return a CommonJS bundle, which can do all but start a simulator.
'use strict'

exports.required = (require, otherwise) => {
  try {
    return require()
  } catch (error) {
    if (error.code !== 'ERR_REQUIRE_ESM') throw error
    if (otherwise !== undefined) return otherwise()
    throw new Error(
      "shipping-drydock cannot be required here; import it: await import('shipping-drydock')." +
        ' In Jest that takes NODE_OPTIONS=--experimental-vm-modules.',
    )
  }
}
