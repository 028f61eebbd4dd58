// `require` loads the same bundle as `import`, not a second copy. Node 22.2 to 22.11 and Jest cannot do that. There, an
// entry with a CommonJS bundle returns that bundle, which can do everything except start a simulator.
'use strict'

exports.requireBundle = (requireModule, requireFallback) => {
  try {
    return requireModule()
  } catch (error) {
    if (error.code !== 'ERR_REQUIRE_ESM') throw error
    if (requireFallback !== undefined) return requireFallback()
    throw new Error(
      "shipping-drydock cannot be required here; import it: await import('shipping-drydock')." +
        ' In Jest that takes NODE_OPTIONS=--experimental-vm-modules.',
    )
  }
}
