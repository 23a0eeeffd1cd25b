package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"strconv"
	"strings"
	"time"
)

// Verify needs the raw body and the value of X-Service-Signature. Pass time.Now() as now.
func Verify(rawBody []byte, header, secret string, now time.Time) bool {
	var timestamp string
	var given [][]byte
	for _, field := range strings.Split(header, ",") {
		name, value, _ := strings.Cut(strings.TrimSpace(field), "=")
		if name == "t" {
			timestamp = value
		}
		if signature, err := hex.DecodeString(value); name == "v1" && err == nil {
			given = append(given, signature)
		}
	}
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write([]byte(timestamp + "."))
	mac.Write(rawBody)
	expected := mac.Sum(nil)
	signedAt, err := strconv.ParseInt(timestamp, 10, 64)
	age := now.Sub(time.Unix(signedAt, 0)).Abs()
	for _, signature := range given {
		if hmac.Equal(signature, expected) {
			return err == nil && age <= 5*time.Minute
		}
	}
	return false
}
