# frozen_string_literal: true

require 'minitest/autorun'
require_relative 'shipping'

# Each test has an account of its own.
class LabelsTest < Minitest::Test
  SHOP = { name: 'Harbour Goods', street1: '350 5th Ave', city: 'New York', state: 'NY', zip: '10118', country: 'US' }.freeze
  CUSTOMER = { name: 'Ada Carver', street1: '2211 Oak Street', city: 'Austin', state: 'TX', zip: '78704', country: 'US' }.freeze
  PARCEL = { weight_oz: 24, length: 10, width: 8, height: 4 }.freeze
  SHIPMENT = { from_address: SHOP, to_address: CUSTOMER, parcel: PARCEL }.freeze

  def setup
    control = JsonClient.new(ENV.fetch('DRYDOCK_CONTROL_URL'))
    account = control.call('post', '/accounts')
    @control = ->(method, path, body) { control.call(method, "/accounts/#{account['id']}#{path}", body) }
    @shipping = Shipping.new(ENV.fetch('DRYDOCK_URL'), account['keys']['live'])
  end

  def test_buys_the_cheapest_label
    rate, = @shipping.cheapest_rate(SHIPMENT)
    assert_equal rate['rate_cents'], @shipping.buy_label(rate, SHIPMENT)['rate_cents']
  end

  def test_quotes_the_other_carriers_while_one_is_down
    @control.call('post', '/faults', { target: 'carrier:UPS', mode: 'down' })
    rate, failed_carriers = @shipping.cheapest_rate(SHIPMENT)
    refute_equal 'UPS', rate['carrier']
    assert_equal 1, failed_carriers
  end

  def test_quotes_again_when_a_rate_has_expired
    rate, = @shipping.cheapest_rate(SHIPMENT)
    @control.call('post', '/clock/advance', { by: '16m' })
    refute @shipping.buy_label(rate, SHIPMENT)['sandbox']
  end

  def test_refuses_an_order_when_the_card_is_declined
    @control.call('patch', '/wallet', { balance_cents: 0, payment_method: 'declined' })
    rate, = @shipping.cheapest_rate(SHIPMENT)
    error = assert_raises(ApiError) { @shipping.buy_label(rate, SHIPMENT) }
    assert_equal 402, error.status
  end
end
