// toxiproxy with one toxic more: "loss". Listens for toxiproxy's API on the address given, until its standard input ends.
package main

import (
	"fmt"
	"io"
	"math/rand"
	"os"
	"time"

	"github.com/Shopify/toxiproxy/v2"
	"github.com/Shopify/toxiproxy/v2/toxics"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/rs/zerolog"
)

// What a packet of TCP carries on most lines, in bytes.
const packetSize = 1460

// LossToxic does what TCP makes of lost packets: those behind a lost one wait until it has been sent again.
type LossToxic struct {
	// The chance of each packet to be lost, 0 to 1.
	Rate float64 `json:"rate"`
	// Milliseconds until a lost packet is sent again; twice as many when that one is lost too, and so on.
	Timeout int64 `json:"timeout"`
}

// GetBufferSize lets what comes while a packet is lost queue up behind it.
func (t *LossToxic) GetBufferSize() int {
	return 1024
}

// Pipe passes on everything, in order.
func (t *LossToxic) Pipe(stub *toxics.ToxicStub) {
	for {
		select {
		case <-stub.Interrupt:
			return
		case chunk := <-stub.Input:
			if chunk == nil {
				stub.Close()
				return
			}
			select {
			case <-time.After(t.delay(len(chunk.Data))):
				stub.Output <- chunk
			case <-stub.Interrupt:
				stub.Output <- chunk
				return
			}
		}
	}
}

// The packets of a chunk are under way together: it is there when the last of them is.
func (t *LossToxic) delay(size int) time.Duration {
	var longest time.Duration
	for sent := 0; sent < size; sent += packetSize {
		var delay time.Duration
		wait := time.Duration(t.Timeout) * time.Millisecond
		for rand.Float64() < t.Rate {
			delay += wait
			wait *= 2
		}
		longest = max(longest, delay)
	}
	return longest
}

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: toxiproxy HOST:PORT")
		os.Exit(2)
	}
	toxics.Register("loss", new(LossToxic))
	logger := zerolog.New(os.Stderr).Level(zerolog.ErrorLevel)
	server := toxiproxy.NewServer(toxiproxy.NewMetricsContainer(prometheus.NewRegistry()), logger)
	go func() {
		if err := server.Listen(os.Args[1]); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	}()
	// Whoever has started it holds the other end: it never outlives them.
	_, _ = io.Copy(io.Discard, os.Stdin)
}
