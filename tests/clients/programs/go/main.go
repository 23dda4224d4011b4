// Creates, edits, lists and deletes a link with the client that openapi-generator generates for Go.
package main

import (
	"context"
	"fmt"
	"os"

	"hoplog.example/client"
)

func main() {
	configuration := hoplog.NewConfiguration()
	configuration.Servers = hoplog.ServerConfigurations{{URL: os.Getenv("HOPLOG_URL")}}
	links := hoplog.NewAPIClient(configuration).LinksAPI
	ctx := context.WithValue(context.Background(), hoplog.ContextAccessToken, os.Getenv("HOPLOG_KEY"))

	made, _, err := links.CreateUrl(ctx).CreateUrlBody(*hoplog.NewCreateUrlBody("From Go", "https://example.com/go")).Execute()
	check(err)
	id := made.Data.Id
	fmt.Println("made", id)
	changes := hoplog.NewUpdateUrlBody()
	changes.SetName("Edited from Go")
	changes.SetRedirectStatus(308)
	edited, _, err := links.UpdateUrl(ctx, id).UpdateUrlBody(*changes).Execute()
	check(err)
	fmt.Println("edited", edited.Data.Name)
	listed, _, err := links.ListUrls(ctx).Search("Edited from Go").Limit(10).IsActive(true).Execute()
	check(err)
	fmt.Println("listed", len(listed.Data), listed.Data[0].Name)
	deleted, _, err := links.DeleteUrl(ctx, id).Execute()
	check(err)
	fmt.Println("deleted", deleted.Success)
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}
