// Command govc has those commands of govc, the client of VMware's Go library, that the scripts of --remedies call.
// Debian packages the library without its client.
package main

import (
	"context"
	"flag"
	"fmt"
	"log"
	"net/url"
	"os"

	"github.com/vmware/govmomi/find"
	"github.com/vmware/govmomi/session"
	"github.com/vmware/govmomi/vim25"
	"github.com/vmware/govmomi/vim25/soap"
)

// arguments are those of a command; every command takes what it needs of them.
type arguments struct {
	simple, byReference            bool
	kind                           string
	host, path                     string
	cluster, name                  string
	hosts, machines                bool
	enabled, vmHost                bool
	machineGroup, affineHostsGroup string
	rest                           []string
}

type client struct {
	*vim25.Client
	ctx    context.Context
	finder *find.Finder
}

var commands = map[string]func(*client, arguments) error{
	"ls":                   (*client).ls,
	"find":                 (*client).find,
	"object.collect":       (*client).collect,
	"vm.migrate":           (*client).migrate,
	"cluster.group.ls":     (*client).listGroups,
	"cluster.group.create": (*client).createGroup,
	"cluster.group.change": (*client).changeGroup,
	"cluster.rule.ls":      (*client).listRules,
	"cluster.rule.create":  (*client).createRule,
}

func main() {
	log.SetFlags(0)
	log.SetPrefix("govc: ")
	if len(os.Args) < 2 || commands[os.Args[1]] == nil {
		log.Fatalf("unknown command %q", os.Args[1:])
	}
	if err := run(commands[os.Args[1]], parse(os.Args[1], os.Args[2:])); err != nil {
		log.Fatal(err)
	}
}

func parse(command string, given []string) arguments {
	var a arguments
	f := flag.NewFlagSet(command, flag.ExitOnError)
	switch command {
	case "ls":
		f.BoolVar(&a.byReference, "L", false, "follow managed object references")
	case "find":
		// As in govc, the root stands before the flags.
		a.rest, given = given[:1], given[1:]
		f.StringVar(&a.kind, "type", "", "m or h")
	case "object.collect":
		f.BoolVar(&a.simple, "s", false, "the value only")
	case "vm.migrate":
		f.StringVar(&a.host, "host", "", "destination")
		f.StringVar(&a.path, "vm.ipath", "", "the machine by its inventory path")
	default:
		f.StringVar(&a.cluster, "cluster", "", "cluster")
		f.StringVar(&a.name, "name", "", "group or rule")
	}
	switch command {
	case "cluster.group.create":
		f.BoolVar(&a.hosts, "host", false, "a group of hosts")
		f.BoolVar(&a.machines, "vm", false, "a group of machines")
	case "cluster.rule.create":
		f.BoolVar(&a.enabled, "enable", false, "enable")
		f.BoolVar(&a.vmHost, "vm-host", false, "machines to hosts")
		f.StringVar(&a.machineGroup, "vm-group", "", "group of machines")
		f.StringVar(&a.affineHostsGroup, "host-affine-group", "", "group of hosts")
	}
	_ = f.Parse(given)
	a.rest = append(a.rest, f.Args()...)
	return a
}

func run(command func(*client, arguments) error, a arguments) error {
	ctx := context.Background()
	address, err := soap.ParseURL(os.Getenv("GOVC_URL"))
	if err != nil {
		return err
	}
	transport := soap.NewClient(address, false)
	if authorities := os.Getenv("GOVC_TLS_CA_CERTS"); authorities != "" {
		if err := transport.SetRootCAs(authorities); err != nil {
			return err
		}
	}
	c, err := vim25.NewClient(ctx, transport)
	if err != nil {
		return err
	}
	manager := session.NewManager(c)
	if err := manager.Login(ctx, url.UserPassword(os.Getenv("GOVC_USERNAME"), os.Getenv("GOVC_PASSWORD"))); err != nil {
		return err
	}
	defer func() { _ = manager.Logout(ctx) }()
	return command(&client{c, ctx, find.NewFinder(c, false)}, a)
}

func writeLines(lines []string) {
	for _, line := range lines {
		fmt.Println(line)
	}
}
