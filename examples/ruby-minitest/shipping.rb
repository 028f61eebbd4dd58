# frozen_string_literal: true

require 'json'
require 'net/http'

# An error response of the service.
class ApiError < StandardError
  attr_reader :status, :code

  def initialize(status, error)
    super("#{error['code']}: #{error['message']}")
    @status = status
    @code = error['code']
  end
end

# Sends requests to one address over one connection.
class JsonClient
  def initialize(url, key = nil)
    @base = URI(url)
    @headers = { 'Content-Type' => 'application/json' }
    @headers['Authorization'] = "Bearer #{key}" if key
    @http = Net::HTTP.start(@base.host, @base.port)
  end

  def call(method, path, body = {})
    request = Net::HTTP.const_get(method.capitalize).new(@base.path + path, @headers)
    response = @http.request(request, body.to_json)
    parsed = response.body.to_s.empty? ? nil : JSON.parse(response.body)
    return parsed if response.is_a?(Net::HTTPSuccess)

    raise ApiError.new(response.code.to_i, parsed['error'])
  end
end

# Quotes shipments and buys labels.
class Shipping
  def initialize(url, key)
    @client = JsonClient.new(url, key)
  end

  # Returns the cheapest rate and the number of carriers that failed.
  def cheapest_rate(shipment)
    quote = @client.call('post', '/v1/rates', shipment)
    [quote['rates'].first, quote.fetch('failed_carriers', []).size]
  end

  # Buys a label for a rate. If the rate has expired, buys the cheapest rate of a new quote.
  def buy_label(rate, shipment)
    @client.call('post', '/v1/labels', { rate_id: rate['id'] })
  rescue ApiError => e
    raise unless e.code == 'RATE.EXPIRED'

    @client.call('post', '/v1/labels', { rate_id: cheapest_rate(shipment).first['id'] })
  end
end
