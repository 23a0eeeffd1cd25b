require 'openssl'

# raw_body: request.body.read; header: the value of X-Service-Signature
def verify(raw_body, header, secret, now = Time.now.to_i)
  fields = header.split(',').map { |field| field.strip.split('=', 2) }
  timestamp = fields.find { |name, _| name == 't' }&.last.to_s
  expected = OpenSSL::HMAC.hexdigest('SHA256', secret, "#{timestamp}.#{raw_body}")
  genuine = fields.any? do |name, value|
    name == 'v1' && OpenSSL.secure_compare(expected, value.to_s)
  end
  genuine && (now - timestamp.to_i).abs <= 300
end
