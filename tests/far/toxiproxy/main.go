// Runs toxiproxy with an additional toxic, "loss". Serves its API at the given address until standard input ends.
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

// Payload of a TCP packet on most lines, in bytes.
const packetSize = 1460

// LossToxic simulates packet loss under TCP: data behind a lost packet waits until the packet is retransmitted.
type LossToxic struct {
	// Probability that a packet is lost, 0 to 1.
	Rate float64 `json:"rate"`
	// Milliseconds until a lost packet is retransmitted; doubled each time that the packet is lost again.
	Timeout int64 `json:"timeout"`
}

// GetBufferSize returns the number of chunks that can wait behind a lost packet.
func (t *LossToxic) GetBufferSize() int {
	return 1024
}

// Pipe forwards all chunks in order, each after its delay.
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

// delay returns the delay of the slowest packet of a chunk, whose packets are sent at the same time.
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
	// The process that started this one holds the other end of standard input, so this one ends with it.
	_, _ = io.Copy(io.Discard, os.Stdin)
}
