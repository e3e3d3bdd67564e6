// Command vcsim serves a simulated vCenter whose inventory says by name what a scan of it must find.
package main

import (
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"log"
	"net"
	"os"
	"os/signal"
	"runtime/debug"
	"strconv"
	"syscall"
	"time"
)

type options struct {
	port        int
	scenario    string
	vms, hosts  int
	user        string
	password    string
	apiVersion  string
	maxMetrics  int
	instance    string
	events      bool
	now         string
	day         int
	seed        int64
	arrivals    int
	statistics  string
	logs        string
	caOut       string
	labelsOut   string
	published   string
	keyedPaths  string
	keepAnswers bool
}

// ready is the one line on standard output that says where to connect and how.
type ready struct {
	URL              string  `json:"url"`
	ThumbprintSha256 string  `json:"thumbprintSha256"`
	CAFile           *string `json:"caFile"`
	User             string  `json:"user"`
	Password         string  `json:"password"`
}

func main() {
	log.SetFlags(0)
	log.SetPrefix("vcsim: ")
	// What it collects is in every figure of a scan: a quarter of its time where memory may only double.
	debug.SetGCPercent(400)
	if err := run(parse()); err != nil {
		log.Fatal(err)
	}
}

func parse() options {
	var o options
	flag.IntVar(&o.port, "port", 0, "port on 127.0.0.1; 0 takes a free one")
	flag.StringVar(&o.scenario, "scenario", "labelled", "labelled, scale, days or year")
	flag.IntVar(&o.vms, "vms", 1000, "virtual machines of the scale and year scenarios")
	flag.IntVar(&o.hosts, "hosts", 32, "hosts of the scale scenario")
	flag.StringVar(&o.user, "user", "scan@vsphere.local", "the one user who may log in")
	flag.StringVar(&o.password, "password", "", "the user's password; empty makes one")
	flag.StringVar(&o.apiVersion, "api-version", "7.0.3.0", "what the server says its API version is")
	flag.IntVar(&o.maxMetrics, "max-query-metrics", 256, "config.vpxd.stats.maxQueryMetrics, and enforced; -1 is no limit")
	flag.StringVar(&o.instance, "instance", "vc1", "names the vCenter: its instanceUuid is made from it")
	flag.BoolVar(&o.events, "events", true, "false serves the same inventory with an empty event history")
	flag.IntVar(&o.day, "day", 0, "day of the days scenario, from 1, or of the year scenario: 0 is its last, -7 a week before; it is that day now")
	flag.IntVar(&o.arrivals, "arrivals", 0, "virtual machines of the year scenario that came from another vCenter, besides the others")
	flag.Int64Var(&o.seed, "seed", 1, "what the year scenario is made from")
	flag.StringVar(&o.statistics, "statistics", "kept", "of the year scenario: kept, off (level 0) or denied")
	flag.StringVar(&o.logs, "logs", "kept", "the vmware.log of running machines on their datastore: kept, rotated (vmware-12.log alone) or denied")
	flag.StringVar(&o.now, "now", "", "the moment all times count back from, for equal boot times in two runs (RFC 3339); empty is now")
	flag.StringVar(&o.caOut, "ca-out", "", "file to write the certificate authority to (PEM)")
	flag.StringVar(&o.labelsOut, "labels-out", "", "file to write what is expected of each object to (JSON)")
	flag.StringVar(&o.published, "published", "", "file with what guests publish of their clocks (JSON): the value by the machine's name, * for all others")
	flag.BoolVar(&o.keepAnswers, "keep-answers", false, "answers about properties are kept as text: for a fleet that nobody changes")
	flag.StringVar(&o.keyedPaths, "keyed-paths", "known", "paths that name an option by its key: known or refused (InvalidProperty)")
	flag.Parse()
	return o
}

func run(o options) error {
	if flag.NArg() > 0 {
		return fmt.Errorf("unexpected argument %q", flag.Arg(0))
	}
	if o.password == "" {
		o.password = newPassword()
	}

	now := time.Now().Truncate(time.Second).UTC()
	if o.now != "" {
		var err error
		if now, err = time.Parse(time.RFC3339, o.now); err != nil {
			return err
		}
	}
	center := newCenter(o.instance, o.apiVersion, o.maxMetrics, now)
	if o.logs != "kept" && o.logs != "rotated" && o.logs != "denied" {
		return fmt.Errorf("unknown --logs %q", o.logs)
	}
	center.logs = o.logs
	if o.keyedPaths != "known" && o.keyedPaths != "refused" {
		return fmt.Errorf("unknown --keyed-paths %q", o.keyedPaths)
	}
	center.keyedPaths = o.keyedPaths
	center.keepAnswers = o.keepAnswers
	if o.published != "" {
		text, err := os.ReadFile(o.published)
		if err != nil {
			return err
		}
		if err := json.Unmarshal(text, &center.published); err != nil {
			return err
		}
	}
	switch o.scenario {
	case "labelled":
		buildLabelled(center)
	case "scale":
		if o.vms < 0 || o.hosts < 1 {
			return errors.New("--vms must be 0 or more and --hosts 1 or more")
		}
		buildScale(center, o.vms, o.hosts)
	case "days":
		if o.day < 0 {
			return errors.New("--day must be 1 or more")
		}
		if o.day == 0 {
			o.day = 1
		}
		buildDays(center, o.day)
	case "year":
		if o.day > 0 || o.day < -300 {
			return errors.New("--day must be 0 or, for an earlier day, down to -300")
		}
		if o.vms < 60 || o.vms > 10000 {
			return errors.New("--vms must be 60 to 10000")
		}
		if o.statistics != "kept" && o.statistics != "off" && o.statistics != "denied" {
			return fmt.Errorf("unknown --statistics %q", o.statistics)
		}
		center.statistics = o.statistics
		buildYear(center, o.seed, o.vms, o.arrivals, o.day)
	default:
		return fmt.Errorf("unknown scenario %q", o.scenario)
	}
	center.orderEvents()
	if !o.events {
		center.events = nil
	}
	if o.labelsOut != "" {
		if err := writeLabels(o.labelsOut, center.labels); err != nil {
			return err
		}
	}

	issued := time.Now()
	if o.scenario == "days" || o.scenario == "year" {
		issued = now
	}
	certificate, err := newCertificate(issued)
	if err != nil {
		return err
	}
	line := ready{ThumbprintSha256: certificate.thumbprint, User: o.user, Password: o.password}
	if o.caOut != "" {
		if err := os.WriteFile(o.caOut, certificate.authority, 0o644); err != nil {
			return err
		}
		line.CAFile = &o.caOut
	}

	listener, err := net.Listen("tcp", net.JoinHostPort("127.0.0.1", strconv.Itoa(o.port)))
	if err != nil {
		return err
	}
	line.URL = "https://" + listener.Addr().String() + "/sdk"
	failed := serve(center, listener, certificate, o.user, o.password)

	if err := json.NewEncoder(os.Stdout).Encode(line); err != nil {
		return err
	}
	return waitForEnd(failed)
}

// waitForEnd returns when standard input closes, on SIGTERM or SIGINT, or when serving fails.
func waitForEnd(failed <-chan error) error {
	closed := make(chan struct{})
	go func() {
		_, _ = io.Copy(io.Discard, os.Stdin)
		close(closed)
	}()
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, syscall.SIGTERM, syscall.SIGINT)
	select {
	case err := <-failed:
		return err
	case <-closed:
	case <-signals:
	}
	return nil
}

func newPassword() string {
	b := make([]byte, 12)
	if _, err := rand.Read(b); err != nil {
		log.Fatal(err)
	}
	return hex.EncodeToString(b)
}
